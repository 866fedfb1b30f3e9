use super::*;

#[test]
fn every_link_is_read_without_a_remark() {
    for figure in figures().iter().chain(contrasts()) {
        for setting in SETTINGS {
            for run in plan(figure, setting).iter().filter(|run| run.seed == 1) {
                let read = crate::share::decode(&run.link);
                let (shared, notices) = read.unwrap_or_else(|problems| panic!("{}: {problems:?}", run.link));
                assert_eq!(notices, [], "{}", run.link);
                assert_eq!(shared.scenario.lanes.len(), 1, "{}", run.link);
            }
        }
    }
}
