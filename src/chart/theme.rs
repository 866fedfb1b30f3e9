//! Colours and strokes of the three themes.
//!
//! Lane hues are blue and vermillion of Okabe and Ito (2008), black or white, and yellow in an ink casing: the set
//! that stays apart under every simulated colour blindness. Dark and projector themes shift the first two for contrast.

use plotters::style::RGBColor;

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark ink on warm paper.
    #[default]
    Light,
    /// Light ink on dark paper.
    Dark,
    /// Black on white with darker hues, for projectors that wash out mid tones.
    Projector,
}

/// How one lane is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LaneStyle {
    /// Its hue.
    pub colour: RGBColor,
    /// Lengths of dashes and gaps in turn, in CSS pixels; empty for a solid line.
    pub dash: &'static [f64],
    /// Whether the line needs an ink line on either side to stand out from the paper.
    pub cased: bool,
}

const fn rgb(hex: u32) -> RGBColor {
    RGBColor((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Dashes by lane. Shorter dashes turn a stepped trace into noise.
const DASHES: [&[f64]; 4] = [&[], &[15.0, 3.0], &[2.0, 2.5], &[10.0, 2.0, 2.0, 2.0]];

impl Theme {
    /// The theme of an id (`light`, `dark`, `projector`), light for any other.
    #[must_use]
    pub fn from_id(id: &str) -> Theme {
        match id {
            "dark" => Theme::Dark,
            "projector" => Theme::Projector,
            _ => Theme::Light,
        }
    }

    fn pick(self, light: u32, dark: u32, projector: u32) -> RGBColor {
        rgb(match self {
            Theme::Light => light,
            Theme::Dark => dark,
            Theme::Projector => projector,
        })
    }

    /// The background.
    #[must_use]
    pub fn paper(self) -> RGBColor {
        self.pick(0xFBFAF7, 0x14171A, 0xFFFFFF)
    }

    /// Text, causes, verdicts.
    #[must_use]
    pub fn ink(self) -> RGBColor {
        self.pick(0x1B1D1F, 0xECEAE4, 0x000000)
    }

    /// Secondary text and ssthresh.
    #[must_use]
    pub fn ink2(self) -> RGBColor {
        self.pick(0x55595E, 0xB0B4B8, 0x333333)
    }

    /// The zero line.
    #[must_use]
    pub fn line(self) -> RGBColor {
        self.pick(0x85898E, 0x767D84, 0x6B6B6B)
    }

    /// Grid hairlines: decoration, never information.
    #[must_use]
    pub fn hair(self) -> RGBColor {
        self.pick(0xDEDBD3, 0x2C3137, 0xBDBDBD)
    }

    /// Factor of all stroke widths.
    #[must_use]
    pub fn weight(self) -> f64 {
        if self == Theme::Projector { 1.45 } else { 1.0 }
    }

    /// Colour of series `index` (from 0) of a sweep: the lanes' first three, then green, purple and orange of the same set.
    #[must_use]
    pub fn series(self, index: usize) -> RGBColor {
        match index % 6 {
            3 => self.pick(0x009E73, 0x2FC79B, 0x00785A),
            4 => self.pick(0xB0578B, 0xDE8FBA, 0x8F3F70),
            5 => self.pick(0xC98700, 0xF0B23C, 0x9C6500),
            lane => self.lane(lane).colour,
        }
    }

    /// How lane `lane` (from 0) is drawn.
    #[must_use]
    pub fn lane(self, lane: usize) -> LaneStyle {
        let lane = lane % DASHES.len();
        let colour = match lane {
            0 => self.pick(0x0072B2, 0x4AA8E8, 0x0057A3),
            1 => self.pick(0xD55E00, 0xF07427, 0xB84400),
            2 => self.pick(0x000000, 0xFFFFFF, 0x000000),
            _ => rgb(0xF0E442),
        };
        LaneStyle { colour, dash: DASHES[lane], cased: lane == 3 && self != Theme::Dark }
    }
}
