//! The layers of the source, as a table and a check: a file imports from its own room and from those above it, and no files
//! import each other in a circle.
//!
//! An import is a path outside of tests that leads to a name defined in another file: in a `use`, in code, or in the tokens of a macro. A
//! name that is exported again is followed to its definition. So a `pub use` and a `mod` are not imports of the file that they are in.
//!
//! A method call needs no import. But between the files of `search`, the state of a search and its phases, a method call counts as an
//! import of the file where an `impl` without a trait has a method of this name. (A method in the caller's own file comes first. In other
//! folders many types have methods of the same names.)

use super::sources;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::iter;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// Each layer knows those above it. A room is a file or a folder; `lib` is in none, for it only exports.
const LAYERS: [&[&str]; 16] = [
    &["tolerance", "scalar", "predicates", "vertex", "error", "coordinates", "pose"],
    &["support", "construction", "outline", "aabb", "bounds", "moving"],
    &["shape"],
    &["minkowski"],
    &["simplex"],
    &["observe", "cache", "query", "verdict"],
    &["search"],
    &["epa"],
    &["closed_form"],
    &["gjk", "distance", "contact", "mass"],
    &["manifold"],
    &["cast", "motion", "time_of_impact"],
    &["places"],
    &["half_space"],
    &["exact", "certified"],
    &["internals", "precompiled"],
];

#[test]
fn files_import_upwards_and_not_in_circles() {
    let files = sources();
    let tree = Tree::new(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    assert!(tree.imports.len() > 200, "{} imports", tree.imports.len());
    let faults = tree.faults(&LAYERS);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// GJK itself: the loop, its state, the simplex, and the cases in the plane and in space.
const CORE: [&str; 6] = [
    "search/seek.rs",
    "search/state.rs",
    "simplex/vertices.rs",
    "simplex/cases.rs",
    "simplex/two.rs",
    "simplex/three.rs",
];

/// What the core may import beside itself: scalars, predicates, support points, the set with its frame, options, tolerances, the observer and
/// what the cases report to it, and how a search ends.
const BESIDE_THE_CORE: [&str; 14] = [
    "scalar.rs",
    "scalar/",
    "predicates.rs",
    "vertex.rs",
    "support.rs",
    "minkowski.rs",
    "tolerance.rs",
    "query.rs",
    "verdict.rs",
    "error.rs",
    "observe.rs",
    "simplex/report.rs",
    "search/doubt.rs",
    "lib.rs",
];

#[test]
fn the_core_is_short_and_imports_little() {
    let files = sources();
    let lines = |name: &&str| files.iter().find(|(path, _)| path == name).unwrap().1.lines().count();
    let count: usize = CORE.iter().map(lines).sum();
    assert!(count <= 1200, "the core has {count} lines");
    let tree = Tree::new(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let is_core = |file: &String| CORE.contains(&file.as_str());
    let from_core = || tree.imports.keys().filter(|(from, _)| is_core(from));
    assert!(from_core().count() > 20);
    let allowed = |to: &String| is_core(to) || BESIDE_THE_CORE.iter().any(|beside| to.starts_with(beside));
    let others: Vec<_> = from_core().filter(|(_, to)| !allowed(to)).collect();
    assert!(others.is_empty(), "{others:?}");
}

/// A comment that begins so is read with the one above it, which may have moved.
#[test]
fn no_comment_begins_with_the_same() {
    let begins = |line: &str| line.trim_start().trim_start_matches(['/', '!']).trim_start().starts_with("The same");
    let comments = |text: &str| text.lines().filter(|line| line.trim_start().starts_with("//") && begins(line)).count();
    assert_eq!(comments("/// The same.\n    // The same\nlet x = 1; // The same\n// Not the same"), 2);
    let found: Vec<_> = sources().into_iter().filter(|(_, text)| comments(text) > 0).map(|(path, _)| path).collect();
    assert!(found.is_empty(), "{found:?}");
}

/// `from` is the importing file, `to` the one that defines the name; with the line of the first such import.
type Imports = BTreeMap<(String, String), usize>;

struct Tree {
    files: BTreeSet<String>,
    /// By the names of methods, the files that have them.
    methods: BTreeMap<String, BTreeSet<String>>,
    modules: BTreeMap<ModulePath, Module>,
    imports: Imports,
    errors: Vec<String>,
}

/// From the crate's root, `lib` or `main`.
type ModulePath = Vec<String>;

#[derive(Default)]
struct Module {
    file: String,
    defined: BTreeSet<String>,
    children: BTreeSet<String>,
    uses: Vec<Use>,
}

/// One name that a `use` brings in: the last of the path where nothing else is said, none where it is `*`.
struct Use {
    path: Vec<String>,
    name: Option<String>,
    exports: bool,
    line: usize,
}

impl Tree {
    /// Of files (by their path in `src`) and what they hold.
    fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let sources: BTreeMap<_, _> = files.into_iter().collect();
        let mut tree = Self {
            files: BTreeSet::new(),
            methods: BTreeMap::new(),
            modules: BTreeMap::new(),
            imports: Imports::new(),
            errors: Vec::new(),
        };
        let mut parsed = Vec::new();
        for root in ["lib", "main"] {
            let file = format!("{root}.rs");
            if sources.contains_key(file.as_str()) {
                tree.read(&sources, &mut parsed, vec![root.into()], &file);
            }
        }
        for file in sources.keys().filter(|file| !tree.files.contains(**file)) {
            tree.errors.push(format!("src/{file}: no module of the crate"));
        }
        for (path, items) in &parsed {
            tree.import(path, items);
        }
        tree
    }

    fn read(
        &mut self,
        sources: &BTreeMap<&str, &str>,
        parsed: &mut Vec<(ModulePath, Vec<Item>)>,
        path: ModulePath,
        file: &str,
    ) {
        match syn::parse_file(sources[file]) {
            Ok(source) => {
                self.files.insert(file.to_owned());
                self.read_module(sources, parsed, path, file, source.items);
            }
            Err(error) => self.errors.push(format!("src/{file}: {error}")),
        }
    }

    fn read_module(
        &mut self,
        sources: &BTreeMap<&str, &str>,
        parsed: &mut Vec<(ModulePath, Vec<Item>)>,
        path: ModulePath,
        file: &str,
        items: Vec<Item>,
    ) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        let (mut within, mut own) = (Vec::new(), Vec::new());
        for item in items.into_iter().filter(|item| !is_test(attributes(item))) {
            match &item {
                Item::Use(item) => {
                    let exports = !matches!(item.vis, Visibility::Inherited);
                    flatten(&item.tree, &mut Vec::new(), exports, &mut module.uses);
                }
                Item::Mod(_) => {}
                Item::Impl(item) if item.trait_.is_none() => {
                    for name in item.items.iter().filter_map(method_name) {
                        self.methods.entry(name).or_default().insert(file.to_owned());
                    }
                }
                _ => drop(name_of(&item).map(|name| module.defined.insert(name))),
            }
            match item {
                Item::Mod(inner) => {
                    module.children.insert(inner.ident.to_string());
                    within.push(inner);
                }
                Item::Use(_) => {}
                _ => own.push(item),
            }
        }
        for inner in within {
            let path: ModulePath = path.iter().cloned().chain([inner.ident.to_string()]).collect();
            if let Some((_, items)) = inner.content {
                self.read_module(sources, parsed, path, file, items);
                continue;
            }
            let base = path[1..].join("/");
            match [format!("{base}.rs"), format!("{base}/mod.rs")]
                .into_iter()
                .find(|f| sources.contains_key(f.as_str()))
            {
                Some(file) => self.read(sources, parsed, path, &file),
                None => self.errors.push(format!("src/{file}: there is no file for `mod {}`", inner.ident)),
            }
        }
        self.modules.insert(path.clone(), module);
        parsed.push((path, own));
    }

    /// Notes what a module imports.
    fn import(&mut self, path: &ModulePath, items: &[Item]) {
        let module = &self.modules[path];
        let uses = module.uses.iter().filter(|line| !line.exports);
        let mut found: Vec<_> = uses.map(|line| (line.path.clone(), line.line)).collect();
        // Whatever is in another module's every name.
        let globs = module.uses.iter().filter(|line| !line.exports && line.name.is_none());
        let globs: Vec<_> =
            globs.filter_map(|line| Some((self.module(path, &line.path)?.file.clone(), line.line))).collect();
        let mut paths = Paths::default();
        for item in items {
            paths.visit_item(item);
        }
        found.append(&mut paths.paths);
        let from = module.file.clone();
        let targets = found.iter().filter_map(|(names, line)| Some((self.definition(path, names, 0)?, *line)));
        let calls = paths.calls.iter().flat_map(|(name, line)| self.callees(&from, name).map(|to| (to, *line)));
        let targets: Vec<_> = targets.chain(globs).chain(calls).filter(|(to, _)| *to != from).collect();
        for (to, line) in targets {
            let first = self.imports.entry((from.clone(), to)).or_insert(line);
            *first = line.min(*first);
        }
    }

    /// Where a path of names leads from a module: the file that defines the item. A module by itself is none.
    fn definition(&self, from: &ModulePath, names: &[String], depth: usize) -> Option<String> {
        // Names that are exported in a circle lead nowhere.
        if depth > 20 {
            return None;
        }
        let (start, names) = start(from, names);
        let module = self.modules.get(&start)?;
        let [name, rest @ ..] = names else { return None };
        let inner: ModulePath = start.iter().cloned().chain([name.clone()]).collect();
        if !rest.is_empty() && module.children.contains(name) {
            let names: Vec<_> = iter::once("self".into()).chain(rest.iter().cloned()).collect();
            if let Some(found) = self.definition(&inner, &names, depth + 1) {
                return Some(found);
            }
        }
        if module.defined.contains(name) {
            return Some(module.file.clone());
        }
        let through = |line: &Use, names: &[String]| {
            let names: Vec<_> = line.path.iter().chain(names).cloned().collect();
            // `use name::…` where `name` is a crate: not what is being looked for once more.
            if line.path.first() == Some(name) && line.path.len() == 1 {
                None
            } else {
                self.definition(&start, &names, depth + 1)
            }
        };
        let named = module.uses.iter().filter(|line| line.name.as_ref() == Some(name));
        let globs = module.uses.iter().filter(|line| line.name.is_none());
        named.map(|line| through(line, rest)).chain(globs.map(|line| through(line, names))).flatten().next()
    }

    /// The files of `search` that have a method of this name, if the file is one of them and has none itself.
    fn callees(&self, from: &str, name: &str) -> impl Iterator<Item = String> {
        let followed = |file: &str| file.starts_with("search/");
        let files = self.methods.get(name).filter(|files| followed(from) && !files.contains(from));
        files.into_iter().flatten().filter(move |file| followed(file)).cloned()
    }

    /// The module that a path of names leads to.
    fn module(&self, from: &ModulePath, names: &[String]) -> Option<&Module> {
        let (start, names) = start(from, names);
        self.modules.get(&start.iter().chain(names).cloned().collect::<ModulePath>())
    }

    /// What is wrong, a line each.
    fn faults(&self, layers: &[&[&str]]) -> Vec<String> {
        let room = |file: &str| file.split(['/', '.']).next().unwrap_or_default().to_owned();
        let layer = |file: &str| layers.iter().position(|rooms| rooms.contains(&room(file).as_str()));
        let mut faults = self.errors.clone();
        for file in self.files.iter().filter(|file| *file != "lib.rs" && layer(file).is_none()) {
            faults.push(format!("src/{file}: in no layer"));
        }
        for name in layers.iter().copied().flatten() {
            if !self.files.iter().any(|file| room(file) == *name) {
                faults.push(format!("the room `{name}` is empty"));
            }
        }
        for ((from, to), line) in &self.imports {
            if let (Some(own), Some(other)) = (layer(from), layer(to))
                && other > own
            {
                let [own, other] = [own + 1, other + 1];
                faults.push(format!("src/{from}:{line} → src/{to}: downwards, from layer {own} to layer {other}"));
            }
        }
        for ((from, to), line) in &self.imports {
            if let Some(way) = self.way(to, from) {
                let mut circle = format!("src/{from}:{line} → src/{to}: in a circle, {from}");
                for file in way {
                    write!(circle, " → {file}").unwrap();
                }
                faults.push(circle);
            }
        }
        faults
    }

    /// The shortest way by imports from one file to another, both of them included.
    fn way(&self, from: &str, to: &str) -> Option<Vec<String>> {
        let mut before = BTreeMap::from([(from, None)]);
        let mut waiting = VecDeque::from([from]);
        while let Some(file) = waiting.pop_front() {
            if file == to {
                return Some(iter::successors(Some(to), |file| before[file]).map(str::to_owned).collect::<Vec<_>>())
                    .map(|way| way.into_iter().rev().collect());
            }
            for (_, next) in self.imports.keys().filter(|(from, _)| from == file) {
                if !before.contains_key(next.as_str()) {
                    before.insert(next, Some(file));
                    waiting.push_back(next);
                }
            }
        }
        None
    }
}

/// The module that a path starts in, and the names that are left: `crate`, `self`, `super` and, for the program, the
/// library's own name are followed.
fn start<'n>(from: &ModulePath, names: &'n [String]) -> (ModulePath, &'n [String]) {
    let mut module = from.clone();
    let mut names = names;
    while let [name, rest @ ..] = names {
        match name.as_str() {
            "crate" => module.truncate(1),
            "super" => drop(module.pop()),
            "self" => {}
            "gjk" if from[0] == "main" => module = vec!["lib".into()],
            _ => break,
        }
        names = rest;
    }
    (module, names)
}

/// What a `use` brings in.
fn flatten(tree: &UseTree, path: &mut Vec<String>, exports: bool, uses: &mut Vec<Use>) {
    let mut add = |path: &[String], name: Option<String>, line: usize| {
        uses.push(Use { path: path.to_vec(), name, exports, line });
    };
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            flatten(&tree.tree, path, exports, uses);
            path.pop();
        }
        UseTree::Group(tree) => tree.items.iter().for_each(|tree| flatten(tree, path, exports, uses)),
        UseTree::Glob(tree) => add(path, None, tree.star_token.spans[0].start().line),
        UseTree::Name(syn::UseName { ident, .. }) | UseTree::Rename(syn::UseRename { ident, .. }) => {
            let mut whole = path.clone();
            if ident != "self" {
                whole.push(ident.to_string());
            }
            let name =
                if let UseTree::Rename(tree) = tree { Some(tree.rename.to_string()) } else { whole.last().cloned() };
            add(&whole, name, ident.span().start().line);
        }
    }
}

/// The paths in code, and the methods that are called, with the lines they are in.
#[derive(Default)]
struct Paths {
    paths: Vec<(Vec<String>, usize)>,
    calls: Vec<(String, usize)>,
}

impl Paths {
    /// A single name that begins with a small letter is mostly a variable: it counts where it is called.
    fn add(&mut self, names: Vec<String>, line: usize, called: bool) {
        if let [own, method] = &names[..]
            && own == "Self"
        {
            self.calls.push((method.clone(), line));
        }
        if called || names.len() > 1 || names.iter().all(|name| name.starts_with(char::is_uppercase)) {
            self.paths.push((names, line));
        }
    }

    fn add_path(&mut self, path: &syn::Path, called: bool) {
        let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            self.add(names, first.ident.span().start().line, called);
        }
    }

    /// Names joined by `::`, wherever they stand among the tokens.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut names: Vec<String> = Vec::new();
        let (mut line, mut colons) = (0, 0);
        let mut after_point = false;
        for token in tokens {
            let point = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '.');
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if after_point {
                        self.calls.push((name.to_string(), name.span().start().line));
                    }
                    if colons != 2 || names.is_empty() {
                        self.end(&mut names, line);
                        line = name.span().start().line;
                    }
                    names.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.end(&mut names, line);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
            after_point = point;
        }
        self.end(&mut names, line);
    }

    fn end(&mut self, names: &mut Vec<String>, line: usize) {
        let names = std::mem::take(names);
        if !names.is_empty() {
            self.add(names, line, false);
        }
    }
}

impl<'s> Visit<'s> for Paths {
    fn visit_path(&mut self, path: &'s syn::Path) {
        self.add_path(path, false);
        visit::visit_path(self, path);
    }

    fn visit_expr_call(&mut self, call: &'s syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func {
            self.add_path(&function.path, true);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'s syn::ExprMethodCall) {
        self.calls.push((call.method.to_string(), call.method.span().start().line));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item(&mut self, item: &'s Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    /// In a function: its names are imports too.
    fn visit_item_use(&mut self, item: &'s syn::ItemUse) {
        let mut uses = Vec::new();
        flatten(&item.tree, &mut Vec::new(), false, &mut uses);
        self.paths.extend(uses.into_iter().map(|line| (line.path, line.line)));
    }

    fn visit_macro(&mut self, call: &'s syn::Macro) {
        self.add_path(&call.path, false);
        self.add_tokens(call.tokens.clone());
    }

    /// Documentation is not code, nor are attributes.
    fn visit_attribute(&mut self, _: &'s Attribute) {}
}

/// Returns whether this is compiled for tests alone.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return false };
        let text = list.tokens.to_string();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '"');
        list.path.is_ident("cfg") && words.any(|word| word == "test") && !text.contains("not")
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The name of a method, or of another function in an `impl`.
fn method_name(item: &syn::ImplItem) -> Option<String> {
    if let syn::ImplItem::Fn(function) = item { Some(function.sig.ident.to_string()) } else { None }
}

/// What an item is called, if that is a name that can be imported.
fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Of a library of modules `a`, `b` and `c`, the first on top.
fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
    let root = ("lib.rs", "mod a; mod b; mod c; pub use b::B;");
    let tree = Tree::new(iter::once(root).chain(files.iter().copied()));
    tree.faults(&[&["a"], &["b"], &["c"]])
}

#[test]
fn imports_upwards_are_no_fault() {
    let files = [
        ("a.rs", "pub struct A; #[cfg(test)] mod tests { use crate::c::C; }"),
        ("b.rs", "use super::a::{self, A}; pub struct B(A, a::A); mod tests {}"),
        ("c/mod.rs", "mod deep; pub use deep::C; use crate::{B, a::A}; fn f() { crate::a::A; }"),
        ("c/deep.rs", "use crate::b::B; use core::fmt; pub struct C(B, fmt::Error);"),
    ];
    assert_eq!(faults_of(&files), [""; 0]);
}

#[test]
fn an_import_downwards_is_a_fault_wherever_it_stands() {
    for import in [
        "use crate::b::B;",
        "use crate::b::{f as g, B};",
        "use crate::b::*;",
        "use crate::B;",
        "use super::B;",
        "fn f() { crate::b::f() }",
        "fn f() { use crate::b::f; }",
        "type T = crate::B;",
        "fn f() { assert!(1 + crate::b::f() > 0) }",
        "macro_rules! m { () => { $crate::b::f() } }",
        "impl super::b::Trait for u8 {}",
        "use crate::b; fn f() { b::f() }",
        "pub(crate) use crate::b::f; fn g() { f() }",
    ] {
        let text = format!("\n{import}");
        let other = ("b.rs", "pub struct B; pub fn f() {} pub trait Trait {}");
        let faults = faults_of(&[("a.rs", text.as_str()), other, ("c.rs", "")]);
        assert_eq!(faults, ["src/a.rs:2 → src/b.rs: downwards, from layer 1 to layer 2"], "{import}");
    }
}

#[test]
fn a_circle_of_two_is_found() {
    let files = [("a.rs", ""), ("b.rs", ""), ("c/mod.rs", "mod x; pub mod y;")];
    let circle = [("c/x.rs", "use super::y::Y; pub struct X;"), ("c/y.rs", "\n\npub struct Y(super::x::X);")];
    let faults = faults_of(&[&files[..], &circle].concat());
    let wanted = [
        "src/c/x.rs:1 → src/c/y.rs: in a circle, c/x.rs → c/y.rs → c/x.rs",
        "src/c/y.rs:3 → src/c/x.rs: in a circle, c/y.rs → c/x.rs → c/y.rs",
    ];
    assert_eq!(faults, wanted);
}

#[test]
fn a_circle_of_three_is_found_through_what_is_exported_again() {
    let files = [
        ("a.rs", ""),
        ("b.rs", ""),
        ("c/mod.rs", "mod x; mod y; mod z; pub use x::X; pub use self::y::*; use z::Z;"),
        ("c/x.rs", "use super::Y; pub struct X;"),
        ("c/y.rs", "use super::Z; pub struct Y;"),
        ("c/z.rs", "use crate::c; pub struct Z(c::X);"),
    ];
    let wanted = [
        "src/c/x.rs:1 → src/c/y.rs: in a circle, c/x.rs → c/y.rs → c/z.rs → c/x.rs",
        "src/c/y.rs:1 → src/c/z.rs: in a circle, c/y.rs → c/z.rs → c/x.rs → c/y.rs",
        "src/c/z.rs:1 → src/c/x.rs: in a circle, c/z.rs → c/x.rs → c/y.rs → c/z.rs",
    ];
    assert_eq!(faults_of(&files), wanted);
}

#[test]
fn a_circle_of_methods_is_found() {
    let faults = |call: &str, other: &str| {
        let x = format!("pub struct X; impl X {{ pub fn to_y(&self) {{ {call} }} }}");
        let y = "use super::x::X; impl X { pub fn back(&self) { self.to_y() } pub fn on() {} } impl Clone for X { fn go(&self) {} }";
        let root = ("lib.rs", "mod a; mod search;");
        let files =
            [root, ("a.rs", other), ("search/mod.rs", "mod x; mod y;"), ("search/x.rs", &x), ("search/y.rs", y)];
        Tree::new(files).faults(&[&["a"], &["search"]])
    };
    for call in
        ["self.back()", "X.back()", "assert!(X.back())", "Self::on()", "let f = Self::on;", "x.map(|x| x.back())"]
    {
        let circle = "src/search/x.rs:1 → src/search/y.rs: in a circle, search/x.rs → search/y.rs → search/x.rs";
        let found = faults(call, "");
        assert_eq!((found[0].as_str(), found.len()), (circle, 2), "{call}");
    }
    // A field, a method of a trait, one that its own file has, and one of another folder.
    for call in ["self.back", "self.go()", "self.to_y()", "self.elsewhere()"] {
        assert_eq!(faults(call, "pub struct A; impl A { fn elsewhere(&self) {} }"), [""; 0], "{call}");
    }
}

#[test]
fn the_file_of_a_folder_may_hold_what_its_files_use_but_not_use_them() {
    let shared = [("a.rs", ""), ("b.rs", ""), ("c/x.rs", "use super::Shared; pub struct X;")];
    let parent = |text| [&shared[..], &[("c/mod.rs", text)]].concat();
    assert_eq!(faults_of(&parent("mod x; pub use x::X; pub struct Shared;")), [""; 0]);
    for text in ["mod x; use x::X; pub struct Shared;", "mod x; pub use x::X; pub struct Shared(X);"] {
        let faults = faults_of(&parent(text));
        assert_eq!(faults[0], "src/c/mod.rs:1 → src/c/x.rs: in a circle, c/mod.rs → c/x.rs → c/mod.rs", "{text}");
        assert_eq!(faults.len(), 2, "{text}");
    }
}

#[test]
fn the_program_sees_the_library_by_its_name() {
    let files = [("lib.rs", "mod a; pub use a::A;"), ("a.rs", "pub struct A;"), ("main.rs", "mod b; use gjk::A;")];
    let program = Tree::new(files.into_iter().chain([("b.rs", "\nuse gjk::A;")]));
    assert_eq!(program.faults(&[&["a"], &["b", "main"]]), [""; 0]);
    let faults = program.faults(&[&["b", "main"], &["a"]]);
    assert_eq!(faults[0], "src/b.rs:2 → src/a.rs: downwards, from layer 1 to layer 2");
}

#[test]
fn a_file_without_a_room_and_a_room_without_a_file_are_faults() {
    let files = [("lib.rs", "mod a; mod b; mod none;"), ("a.rs", ""), ("b.rs", ""), ("c.rs", ""), ("d.rs", "fn (")];
    let wanted = [
        "src/lib.rs: there is no file for `mod none`",
        "src/c.rs: no module of the crate",
        "src/d.rs: no module of the crate",
        "src/b.rs: in no layer",
        "the room `z` is empty",
    ];
    assert_eq!(Tree::new(files).faults(&[&["a"], &["z"]]), wanted);
    let broken = Tree::new([("lib.rs", "mod a;"), ("a.rs", "fn (")]);
    assert!(broken.faults(&[&["a"]])[0].starts_with("src/a.rs: "), "{:?}", broken.faults(&[&["a"]]));
}
