//! Contacts are right: depths, normals and witness points, against all facets of the Minkowski difference, and dense searches.

mod boxes;
mod closed_forms;
mod contact;
mod curved_contacts;
mod depth_accuracy;
mod grazing_rays;
mod round_contacts;
mod segments;
