//! Compiles the code that calls coal and MuJoCo, if their features are on, and links against them in the folder `PEERS`.

fn main() {
    println!("cargo:rerun-if-changed=native");
    println!("cargo:rerun-if-env-changed=PEERS");
    #[cfg(any(feature = "coal", feature = "mujoco"))]
    native::build();
}

#[cfg(any(feature = "coal", feature = "mujoco"))]
mod native {
    use std::path::{Path, PathBuf};

    pub fn build() {
        let peers = std::env::var("PEERS").expect("PEERS names the folder that `pip install --target` has filled");
        let peers = PathBuf::from(peers).canonicalize().expect("the folder PEERS");
        if cfg!(feature = "coal") {
            coal(&peers.join("cmeel.prefix"));
        }
        if cfg!(feature = "mujoco") {
            mujoco(&peers.join("mujoco"));
        }
    }

    fn coal(prefix: &Path) {
        compiler("native/coal.cpp")
            .cpp(true)
            .std("c++17")
            .include(prefix.join("include/eigen3"))
            .include(prefix.join("include"))
            // Those of its lib/cmake/coal/coalTargets.cmake.
            .define("COAL_BACKWARD_COMPATIBILITY_WITH_HPP_FCL", None)
            .define("COAL_HAS_OCTOMAP", None)
            .define("COAL_HAVE_OCTOMAP", None)
            .define("OCTOMAP_MAJOR_VERSION", "1")
            .define("OCTOMAP_MINOR_VERSION", "10")
            .define("OCTOMAP_PATCH_VERSION", "0")
            .compile("gjk_peers_coal");
        link(&prefix.join("lib"), "libcoal.so");
    }

    fn mujoco(package: &Path) {
        compiler("native/mujoco.c").include(package.join("include")).compile("gjk_peers_mujoco");
        link(package, "libmujoco.so.4.0.0");
    }

    fn compiler(file: &str) -> cc::Build {
        let mut build = cc::Build::new();
        build.file(file).opt_level(3).define("NDEBUG", None).warnings(false);
        build
    }

    fn link(folder: &Path, library: &str) {
        println!("cargo:rustc-link-arg={}", folder.join(library).display());
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.display());
        // What it needs itself is beside it.
        println!("cargo:rustc-link-arg=-Wl,-rpath-link,{}", folder.display());
    }
}
