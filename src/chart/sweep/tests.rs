//! Sweeps as documents.

use super::*;

fn sweep() -> Sweep {
    let line = |index: usize| SweepLine {
        label: ["NRT", "EQRTO", "F-RTO", "Eifel", "DSACK", "NewReno", "A", "B"][index].to_owned(),
        points: (1..=5)
            .map(|loss| SweepPoint {
                x: f64::from(loss),
                mean: (index != 3 || loss != 3).then(|| 900.0 / f64::from(loss) - 20.0 * index as f64),
                half_width: (loss != 2).then_some(18.0),
            })
            .collect(),
    };
    Sweep {
        title: "Throughput against random loss".to_owned(),
        x: "Random loss, %".to_owned(),
        y: "Throughput, kbit/s".to_owned(),
        lines: (0..8).map(line).collect(),
        caption: vec!["setting quick: 3 runs, 95 % intervals, 60 s each.".to_owned(), "One more word ".repeat(20)],
        theme: Theme::Light,
        dpr: 1.0,
        type_factor: 1.0,
    }
}

#[test]
fn a_sweep_does_not_change_unnoticed() {
    insta::assert_snapshot!("sweep", sweep_svg(&sweep()).expect("memory takes everything"));
}

#[test]
fn every_series_and_number_is_there() {
    let text = sweep_svg(&sweep()).expect("memory takes everything");
    for word in ["NRT", "NewReno", "Random loss, %", "Throughput, kbit/s", "\n5\n", "\n1000\n"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn names_stand_under_a_narrow_plot() {
    let (wide, narrow) = (sweep().area((800, 400)), sweep().area((360, 400)));
    assert!(wide.x1 < 800.0 - 100.0 && wide.y1 > 350.0);
    assert!(narrow.x1 > 340.0 && narrow.y1 < 400.0 - 9.0 * LINE);
}

#[test]
fn a_point_lies_where_it_is_drawn() {
    let sweep = sweep();
    let area = sweep.area((800, 400));
    let point = SweepPoint { x: 3.0, mean: Some(area.max), half_width: None };
    let left = sweep.place(&area, 0, &point).expect("a mean");
    let right = sweep.place(&area, 7, &point).expect("a mean");
    assert_eq!((left.1, right.1), (area.y0, area.y0));
    assert!(((left.0 + right.0) / 2.0 - area.x(3.0)).abs() < 1e-9 && right.0 - left.0 == 7.0 * APART);
    assert_eq!(sweep.place(&area, 0, &SweepPoint { mean: None, ..point }), None);
}

#[test]
fn shares_end_at_the_whole_and_say_what_is_cut() {
    let point = |mean, half| SweepPoint { x: 1.0, mean: Some(mean), half_width: Some(half) };
    let line = |label: &str, mean, half| SweepLine { label: label.to_owned(), points: vec![point(mean, half)] };
    let share = |lines| Sweep { y: "Accuracy, %".to_owned(), lines, ..sweep() };
    let cut = share(vec![line("NRT", 90.0, 47.0), line("EQRTO", 5.0, 20.0)]);
    assert_eq!(cut.area((800, 400)).max, 100.0);
    assert_eq!(cut.interval(&point(90.0, 47.0)), Some([(43.0, true), (100.0, false)]));
    assert_eq!(cut.interval(&point(5.0, 20.0)), Some([(0.0, false), (25.0, true)]));
    assert_eq!(cut.remarks(), ["Intervals are drawn from 0 to 100 % only; an end without a bar lies beyond."]);
    assert_eq!(share(vec![line("NRT", 60.0, 5.0)]).area((800, 400)).max, 100.0);
    assert!(share(vec![line("NRT", 60.0, 5.0)]).remarks().is_empty());
    assert_eq!(share(vec![line("NRT", 130.0, 5.0)]).area((800, 400)).max, 150.0, "no share of a whole");
    let rate = Sweep { lines: vec![line("NRT", 90.0, 110.0)], ..sweep() };
    assert_eq!(rate.remarks(), ["Intervals are drawn from 0 on only; an end without a bar lies beyond."]);
}

#[test]
fn series_that_coincide_are_named() {
    let mut same = sweep();
    for index in [3, 5, 7] {
        same.lines[index].points = same.lines[2].points.clone();
    }
    assert_eq!(same.remarks(), ["F-RTO, Eifel, NewReno and B coincide at every point."]);
    assert!(sweep().remarks().is_empty());
    let nothing = vec![SweepPoint { x: 1.0, mean: None, half_width: None }];
    same.lines.iter_mut().for_each(|line| line.points.clone_from(&nothing));
    assert!(same.remarks().is_empty());
}

#[test]
fn a_long_title_of_the_axis_is_not_cut() {
    let long = Sweep { y: "Accuracy, not congestion, by drops alone, %".to_owned(), ..sweep() };
    let text = sweep_svg(&long).expect("memory takes everything");
    assert!(text.contains("Accuracy, not congestion"));
    let (wide, mean) = (long.area((900, 400)), Sweep { y: "Mean window, segments".to_owned(), ..sweep() });
    assert!(900.0 - wide.x1 >= 14.0 + 7.0 * 43.0);
    assert!(800.0 - mean.area((800, 400)).x1 >= 14.0 + 7.0 * 21.0);
    let bare = Sweep { y: "%".to_owned(), ..sweep() };
    assert!(sweep_svg(&bare).expect("memory takes everything").contains("Share, %"));
}

#[test]
fn nothing_to_draw_is_an_empty_plot() {
    assert!(sweep_svg(&Sweep { lines: Vec::new(), ..sweep() }).is_ok());
    let unknown =
        SweepLine { label: "?".to_owned(), points: vec![SweepPoint { x: 1.0, mean: None, half_width: None }] };
    assert!(sweep_svg(&Sweep { lines: vec![unknown], ..sweep() }).is_ok());
}

#[test]
fn captions_are_wrapped_between_words() {
    let lines = wrapped(&["word ".repeat(60).trim_end().to_owned()], LETTERS);
    assert!(lines.len() > 1 && lines.iter().all(|line| line.chars().count() <= LETTERS && !line.ends_with(' ')));
}
