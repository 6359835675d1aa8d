//! The settings: one table of them, and reading them from what a client or a file gives.
//!
//! A setting is declared once, as a row of [`SETTINGS`]; the pages and manifests that list settings are made from it.
//! Reading never fails: what cannot be used is left at its default and comes with a complaint for people to read.

use serde_json::{Map, Value};

use crate::analysis::{Code, Severity, Strictness, Weights};
use crate::ide::Floor;
use crate::syntax::Notation;

/// What the settings are, read and checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// How findings are weighed.
    pub weights: Weights,
    /// The notation that every level is read in; `None` is decided level by level.
    pub notation: Option<Notation>,
    pub solve: bool,
    /// Seconds that the search of one level may take unasked.
    pub solve_time_limit: f64,
    /// Seconds that the search of one level may take when it was asked for.
    pub solve_long_time_limit: f64,
    /// MiB that one search may take.
    pub solve_memory_limit: f64,
    /// How formatting writes floor.
    pub floor: Floor,
    /// Whether a new row gets its walls.
    pub close_walls: bool,
    /// Whether results are kept on disk.
    pub cache: bool,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The path to it, dotted, below `sok`.
    pub key: &'static str,
    pub kind: Kind,
    /// As it is explained to people, in Markdown.
    pub about: &'static str,
    /// Puts a value that fits the kind into the settings.
    set: fn(&mut Settings, &Value),
    /// The value in the settings.
    get: fn(&Settings) -> Value,
}

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Switch,
    Choice(&'static [&'static str]),
    /// From the first up to and with the second.
    Number(f64, f64),
    /// Codes of findings, each with one of [`SEVERITIES`].
    Severities,
}

/// What can be wanted of a finding.
pub const SEVERITIES: &[&str] = &["off", "hint", "information", "warning", "error"];

const FLOORS: &[&str] = &["own", "blank", "dash", "underscore"];
const FLOOR_VALUES: [Floor; 4] = [Floor::Own, Floor::Blank, Floor::Dash, Floor::Underscore];
const STRICTNESS: &[&str] = &["draft", "normal", "publish"];
/// The severity that a name stands for; `Some(None)` is `off`.
pub fn severity(name: &str) -> Option<Option<Severity>> {
    if name == "off" { Some(None) } else { Severity::from_name(name).map(Some) }
}

const NOTATIONS: &[&str] = &["auto", "xsb", "sbt", "poj", "array", "glyphs", "tiles"];

/// Every setting, in alphabetical order.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: "cache.enabled",
        kind: Kind::Switch,
        about: "Keep results on disk, in the cache folder of the user, so that no level is searched twice.",
        set: |settings, value| settings.cache = value.as_bool().unwrap_or(settings.cache),
        get: |settings| settings.cache.into(),
    },
    Setting {
        key: "format.floor",
        kind: Kind::Choice(FLOORS),
        about: "How formatting writes floor: with what the level itself uses most (`own`), or with `blank`, `dash` (`-`) \
                or `underscore` (`_`).",
        set: |settings, value| {
            let index = FLOORS.iter().position(|name| value.as_str() == Some(name));
            settings.floor = index.map_or(Floor::Own, |index| FLOOR_VALUES[index]);
        },
        get: |settings| FLOORS[FLOOR_VALUES.iter().position(|floor| *floor == settings.floor).unwrap_or(0)].into(),
    },
    Setting {
        key: "notation",
        kind: Kind::Choice(NOTATIONS),
        about: "The notation that levels are written in. `auto` decides it for each level by what it looks like.",
        set: |settings, value| settings.notation = value.as_str().and_then(Notation::from_name),
        get: |settings| settings.notation.map_or("auto", |notation| notation.info().name).into(),
    },
    Setting {
        key: "severity",
        kind: Kind::Severities,
        about: "Severities for single findings by their code, for example `{\"unused-floor\": \"off\"}`. They win over \
                `#sok.strictness#`.",
        set: |settings, value| {
            let entries = value.as_object().into_iter().flatten();
            let known = entries.filter_map(|(code, name)| Some((Code::from_name(code)?, severity(name.as_str()?)?)));
            settings.weights.wanted = known.collect();
        },
        get: |settings| {
            let name = |wanted: Option<Severity>| wanted.map_or("off", Severity::name);
            let entries = settings.weights.wanted.iter();
            entries.map(|(code, wanted)| (code.name().to_owned(), name(*wanted).into())).collect::<Map<_, _>>().into()
        },
    },
    Setting {
        key: "solve.enabled",
        kind: Kind::Switch,
        about: "Search for solutions while you edit.",
        set: |settings, value| settings.solve = value.as_bool().unwrap_or(settings.solve),
        get: |settings| settings.solve.into(),
    },
    Setting {
        key: "solve.longTimeLimit",
        kind: Kind::Number(1.0, 86_400.0),
        about: "Seconds that *keep solving* may take for one level.",
        set: |settings, value| settings.solve_long_time_limit = value.as_f64().unwrap_or_default(),
        get: |settings| settings.solve_long_time_limit.into(),
    },
    Setting {
        key: "solve.memoryLimit",
        kind: Kind::Number(16.0, 65_536.0),
        about: "MiB of memory that one search may take.",
        set: |settings, value| settings.solve_memory_limit = value.as_f64().unwrap_or_default(),
        get: |settings| settings.solve_memory_limit.into(),
    },
    Setting {
        key: "solve.timeLimit",
        kind: Kind::Number(0.01, 3_600.0),
        about: "Seconds that the search for one level may take while you edit.",
        set: |settings, value| settings.solve_time_limit = value.as_f64().unwrap_or_default(),
        get: |settings| settings.solve_time_limit.into(),
    },
    Setting {
        key: "strictness",
        kind: Kind::Choice(STRICTNESS),
        about: "How much is expected of a level: in a `draft`, what is missing yet is information only; to `publish`, \
                hints are warnings.",
        set: |settings, value| {
            settings.weights.strictness = value.as_str().and_then(Strictness::from_name).unwrap_or_default();
        },
        get: |settings| STRICTNESS[settings.weights.strictness as usize].into(),
    },
    Setting {
        key: "typing.closeWalls",
        kind: Kind::Switch,
        about: "After Enter at the end of a board's row, begin the new row with its walls. Needs `#editor.formatOnType#`.",
        set: |settings, value| settings.close_walls = value.as_bool().unwrap_or(settings.close_walls),
        get: |settings| settings.close_walls.into(),
    },
];

/// The parts of the section that belong to the editor's extension and are not read here.
const EXTENSION: &[&str] = &["board", "server", "status", "trace"];

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            weights: Weights::default(),
            notation: None,
            solve: true,
            solve_time_limit: 1.0,
            solve_long_time_limit: 600.0,
            solve_memory_limit: 1024.0,
            floor: Floor::Own,
            close_walls: false,
            cache: true,
        }
    }
}

impl Settings {
    /// Reads settings from JSON: an object with or without `sok` around it, with dotted or nested keys.
    pub fn read(json: &Value) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut complaints = Vec::new();
        let section = match json.get("sok") {
            Some(section) => section,
            None => json,
        };
        match section {
            Value::Null => {}
            Value::Object(object) => settings.read_object("", object, &mut complaints),
            other => complaints.push(format!("the settings of sok are to be an object, not {other}")),
        }
        (settings, complaints)
    }

    fn read_object(&mut self, prefix: &str, object: &Map<String, Value>, complaints: &mut Vec<String>) {
        for (name, value) in object {
            let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            let setting = SETTINGS.iter().find(|setting| setting.key == key);
            match (setting, value) {
                // What is not set comes as null from some clients.
                (_, Value::Null) => {}
                (Some(Setting { kind: Kind::Severities, set, .. }), Value::Object(entries)) => {
                    complaints.extend(entries.iter().filter_map(|(code, value)| odd_severity(&key, code, value)));
                    set(self, value);
                }
                (Some(setting), value) if setting.kind.fits(value) => (setting.set)(self, value),
                (Some(setting), value) => {
                    let default = (setting.get)(&Settings::default());
                    let expected = setting.kind.expected();
                    complaints.push(format!("sok.{key} is to be {expected}, not {value}; {default} is used"));
                }
                (None, _) if EXTENSION.contains(&key.split('.').next().unwrap_or_default()) => {}
                (None, Value::Object(inner)) => self.read_object(&key, inner, complaints),
                (None, _) => complaints.push(format!("there is no setting sok.{key}")),
            }
        }
    }

    /// The settings as JSON with dotted keys.
    pub fn to_json(&self) -> Value {
        SETTINGS.iter().map(|setting| (setting.key.to_owned(), (setting.get)(self))).collect::<Map<_, _>>().into()
    }
}

/// What is wrong with one entry of a table of severities.
fn odd_severity(key: &str, code: &str, value: &Value) -> Option<String> {
    if Code::from_name(code).is_none() {
        return Some(format!("sok.{key}: there is no finding {code:?}"));
    }
    let fits = value.as_str().and_then(severity).is_some();
    let expected = Kind::Choice(SEVERITIES).expected();
    (!fits).then(|| format!("sok.{key}: {code:?} is to be {expected}, not {value}"))
}

impl Kind {
    fn fits(self, value: &Value) -> bool {
        match self {
            Kind::Switch => value.is_boolean(),
            Kind::Choice(names) => value.as_str().is_some_and(|value| names.contains(&value)),
            Kind::Number(least, most) => value.as_f64().is_some_and(|value| (least..=most).contains(&value)),
            Kind::Severities => value.is_object(),
        }
    }

    fn expected(self) -> String {
        match self {
            Kind::Switch => "true or false".to_owned(),
            Kind::Choice(names) => {
                let (last, others) = names.split_last().unwrap_or((&"", &[]));
                let others: Vec<String> = others.iter().map(|name| format!("{name:?}")).collect();
                format!("{} or {last:?}", others.join(", "))
            }
            Kind::Number(least, most) => format!("a number from {least} to {most}"),
            Kind::Severities => "an object from codes to severities".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_table_is_sorted_and_agrees_with_itself() {
        assert!(SETTINGS.is_sorted_by_key(|setting| setting.key));
        for setting in SETTINGS {
            let default = (setting.get)(&Settings::default());
            assert!(setting.kind.fits(&default), "{}: {default}", setting.key);
        }
        assert_eq!(Settings::read(&Settings::default().to_json()), (Settings::default(), Vec::new()));
    }

    #[test]
    fn every_setting_is_read_back() {
        let written = json!({
            "cache.enabled": false, "format.floor": "dash", "notation": "poj", "severity": {"decoration": "off", "metadata": "error"}, "solve.enabled": false, "solve.longTimeLimit": 5.0, "solve.memoryLimit": 64.0,
            "solve.timeLimit": 0.5, "strictness": "publish", "typing.closeWalls": true,
        });
        let (settings, complaints) = Settings::read(&written);
        assert_eq!(complaints, Vec::<String>::new());
        assert_eq!(settings.to_json(), written);
        for setting in SETTINGS {
            assert_ne!((setting.get)(&settings), (setting.get)(&Settings::default()), "{}", setting.key);
        }
    }

    #[test]
    fn nested_dotted_and_wrapped() {
        let expected = Settings { solve: false, ..Settings::default() };
        for json in [
            json!({"solve": {"enabled": false}}),
            json!({"solve.enabled": false}),
            json!({"sok": {"solve": {"enabled": false, "timeLimit": null}, "server": {"path": ""}}}),
        ] {
            assert_eq!(Settings::read(&json), (expected.clone(), Vec::new()), "{json}");
        }
        assert_eq!(Settings::read(&Value::Null), (Settings::default(), Vec::new()));
    }

    #[test]
    fn complaints_say_what_would_be_right() {
        let complaints = |json| Settings::read(&json).1.join("\n");
        assert_eq!(
            complaints(json!({"strictness": "high"})),
            r#"sok.strictness is to be "draft", "normal" or "publish", not "high"; "normal" is used"#
        );
        assert_eq!(
            complaints(json!({"solve": {"timeLimit": -1}})),
            "sok.solve.timeLimit is to be a number from 0.01 to 3600, not -1; 1.0 is used"
        );
        assert_eq!(
            complaints(json!({"solve": {"enabled": "yes"}})),
            r#"sok.solve.enabled is to be true or false, not "yes"; true is used"#
        );
        assert_eq!(
            complaints(json!({"severity": {"decoraton": "off", "metadata": "loud", "decoration": "off"}})),
            "sok.severity: there is no finding \"decoraton\"\nsok.severity: \"metadata\" is to be \"off\", \"hint\", \
             \"information\", \"warning\" or \"error\", not \"loud\""
        );
        assert_eq!(complaints(json!({"strictnes": "draft"})), "there is no setting sok.strictnes");
        assert_eq!(complaints(json!([1])), "the settings of sok are to be an object, not [1]");
    }
}
