// Two panes in space, drawn with three.js: the shapes, and their difference with the origin. One camera for both.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";
import { gripped, grips, moved, round, toLocal, toWorld, translation, turned } from "./shapes.js";

const vector = (p) => new THREE.Vector3(...p);

export class Space {
  constructor(stages, host) {
    this.host = host;
    this.stages = stages;
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.01, 1000);
    this.panes = stages.map((stage, pane) => this.pane(stage, pane));
    this.watch = matchMedia("(prefers-color-scheme: dark)");
    this.recolor = () => this.host.redraw();
    this.watch.addEventListener("change", this.recolor);
    this.radius = [1, 1];
    this.centers = [new THREE.Vector3(), new THREE.Vector3()];
    this.direction = new THREE.Vector3(0.49, 0.42, 0.77).normalize();
    this.held = null;
    this.cache = new Map();
    this.waiting = null;
  }

  dispose() {
    cancelAnimationFrame(this.waiting);
    this.watch.removeEventListener("change", this.recolor);
    for (const { renderer, controls, stage } of this.panes) {
      controls.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
      stage.innerHTML = "";
    }
  }

  pane(stage, pane) {
    stage.innerHTML = "";
    const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    stage.append(renderer.domElement);
    const tags = document.createElement("div");
    tags.className = "tags";
    stage.append(tags);
    const camera = this.camera.clone();
    const canvas = renderer.domElement;
    // Before the controls hear of it.
    canvas.addEventListener("pointerdown", (event) => this.down(event, pane), true);
    canvas.addEventListener("pointermove", (event) => this.move(event, pane), true);
    canvas.addEventListener("pointerup", () => this.up(), true);
    canvas.addEventListener("pointercancel", () => this.up(), true);
    canvas.addEventListener("dblclick", (event) => this.remove(event, pane));
    const controls = new OrbitControls(camera, canvas);
    controls.enablePan = false;
    controls.addEventListener("change", () => this.follow(pane));
    const scene = new THREE.Scene();
    scene.add(new THREE.HemisphereLight(0xffffff, 0x99a3b5, 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, 1.4);
    camera.add(sun);
    sun.position.set(1, 2, 3);
    scene.add(camera);
    const group = new THREE.Group();
    scene.add(group);
    return { stage, renderer, camera, controls, scene, group, tags, labels: [] };
  }

  size() {
    const { clientWidth, clientHeight } = this.stages[0];
    return [Math.max(clientWidth, 40), Math.max(clientHeight, 40)];
  }

  fit(scene) {
    const around = (points) => {
      const box = new THREE.Box3().setFromPoints(points.map(vector));
      const sphere = box.getBoundingSphere(new THREE.Sphere());
      return [sphere.center, Math.max(sphere.radius, 1e-9)];
    };
    [[this.centers[0], this.radius[0]], [this.centers[1], this.radius[1]]] = [
      around([...scene.a, ...scene.b]), around([...scene.difference, [0, 0, 0]]),
    ];
    this.panes.forEach(({ camera, controls }, k) => {
      const far = (this.radius[k] * 0.98) / Math.sin((camera.fov * Math.PI) / 360);
      camera.position.copy(this.centers[k]).addScaledVector(this.direction, far);
      camera.near = far / 100;
      camera.far = far * 20;
      controls.target.copy(this.centers[k]);
      controls.update();
    });
  }

  /** The other pane's camera turns along. */
  follow(pane) {
    if (this.following) return;
    this.following = true;
    const [from, to] = [this.panes[pane], this.panes[1 - pane]];
    const offset = from.camera.position.clone().sub(from.controls.target);
    const far = to.camera.position.distanceTo(to.controls.target);
    this.direction.copy(offset).normalize();
    to.camera.position.copy(to.controls.target).addScaledVector(this.direction, far);
    to.controls.update();
    this.following = false;
    this.later();
  }

  color(name) {
    return new THREE.Color(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  }

  /** Draws a step of a trace. */
  show(scene, trace, index) {
    for (const pane of this.panes) {
      pane.group.traverse((object) => {
        if (!object.userData.kept) object.geometry?.dispose();
        object.material?.dispose();
      });
      pane.group.clear();
      pane.labels = [];
    }
    const [shapes, difference] = this.panes;
    const unit = [this.radius[0] * 0.02, this.radius[1] * 0.02];
    this.hull(shapes, scene.a, "a", "a", 0.34);
    this.hull(shapes, scene.b, "b", "b", 0.34);
    this.hull(difference, scene.difference, "difference", "difference", 0.12);
    this.ball(difference, [0, 0, 0], "ink", unit[1] * 1.1);
    this.label(difference, [0, 0, 0], "0", "origin");
    for (const name of ["a", "b"]) {
      const shape = this.host.shape(name);
      for (const { key, p } of grips(shape)) {
        this.ball(shapes, toWorld(shape, p), name, unit[0] * 1.3).userData.grip = { shape: name, key };
      }
    }
    const step = trace?.steps[index];
    if (step) this.step(step, unit);
    const last = trace && index === trace.steps.length - 1;
    if (last && trace.answer.points) {
      const [on_a, on_b] = trace.answer.points;
      this.tube(shapes, on_a, on_b, "separation", unit[0] * 0.7);
      for (const p of [on_a, on_b]) this.ball(shapes, p, "separation", unit[0] * 1.5);
      const w = on_a.map((x, k) => x - on_b[k]);
      this.tube(difference, [0, 0, 0], w, "separation", unit[1] * 0.7);
      this.ball(difference, w, "separation", unit[1] * 1.4);
    }
    this.later();
  }

  /** Renders before the next frame is shown: once, however much has changed. */
  later() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.render();
    });
  }

  step(step, unit) {
    const [shapes, difference] = this.panes;
    const length = Math.hypot(...step.direction);
    const d = step.direction.map((x) => x / length);
    const back = d.map((x) => -x);
    for (const vertex of step.before) {
      this.ball(shapes, vertex.a, "a", unit[0]);
      this.ball(shapes, vertex.b, "b", unit[0]);
    }
    this.arrow(shapes, step.newest.a, d, this.radius[0] * 0.34);
    this.arrow(shapes, step.newest.b, back, this.radius[0] * 0.34);
    for (const p of [step.newest.a, step.newest.b]) this.ball(shapes, p, "newest", unit[0] * 1.6);
    this.label(shapes, step.newest.a, "a", "newest");
    this.label(shapes, step.newest.b, "b", "newest");

    if (this.host.shading) {
      // The way A was found, then the tests; of those the ones that found the origin in front of something.
      const argued = step.excluded.length - step.tests.length;
      step.excluded.filter((_, k) => k < argued || step.tests[k - argued].sign > 0).forEach((half) => this.plane(half));
    }
    const facets = step.polytope?.facets ?? [];
    facets.forEach((facet, k) => this.facet(facet, k === 0));
    const before = step.before.map((vertex) => vertex.w);
    const all = [...before, step.newest.w];
    all.forEach((p, i) => all.slice(0, i).forEach((q) => this.line(p, q)));
    const after = step.after.map((vertex) => vertex.w);
    after.forEach((p, i) => after.slice(0, i).forEach((q) => this.tube(difference, p, q, "simplex", unit[1] * 0.6)));
    for (let i = 0; i < after.length; i++) {
      for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) this.facet([after[i], after[j], after[k]], false, 0.16);
    }
    const feet = facets[0] ?? (before.length ? before : [[0, 0, 0]]);
    const middle = [0, 1, 2].map((k) => feet.reduce((sum, p) => sum + p[k], 0) / feet.length);
    this.arrow(difference, middle, d, this.radius[1] * 0.32);
    before.forEach((p, k) => {
      this.ball(difference, p, "simplex", unit[1] * 1.2);
      this.label(difference, p, String.fromCharCode(66 + k), "kept");
    });
    this.ball(difference, step.newest.w, "newest", unit[1] * 1.6);
    this.label(difference, step.newest.w, "A", "newest");
  }

  /** The hull of points, with its sharp edges; flat and thin ones get some body, so as to be seen. */
  hull(pane, points, name, color, opacity) {
    if (!points.length) return;
    const text = JSON.stringify(points);
    let solid = this.cache.get(name);
    if (solid?.text !== text) {
      solid?.mesh.dispose();
      solid?.edges.dispose();
      const mesh = new ConvexGeometry(thickened(points.map(vector)));
      solid = { text, mesh, edges: new THREE.EdgesGeometry(mesh, 20) };
      this.cache.set(name, solid);
    }
    const material = new THREE.MeshStandardMaterial({
      color: this.color(color), transparent: true, opacity, side: THREE.DoubleSide, depthWrite: false, roughness: 0.85, flatShading: true,
    });
    const mesh = new THREE.Mesh(solid.mesh, material);
    mesh.userData = { shape: name, kept: true };
    pane.group.add(mesh);
    if (points.length > 100) return; // Round, or nearly: its shading says enough.
    const edges = new THREE.LineSegments(solid.edges, new THREE.LineBasicMaterial({ color: this.color(color) }));
    edges.userData.kept = true;
    pane.group.add(edges);
  }

  ball(pane, p, color, radius) {
    const mesh = new THREE.Mesh(new THREE.SphereGeometry(radius, 20, 14), new THREE.MeshBasicMaterial({ color: this.color(color), depthTest: false, transparent: true }));
    mesh.position.set(...p);
    mesh.renderOrder = 3;
    pane.group.add(mesh);
    return mesh;
  }

  tube(pane, p, q, color, radius) {
    const [from, to] = [vector(p), vector(q)];
    const length = from.distanceTo(to);
    if (!(length > 0)) return;
    const mesh = new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, length, 10), new THREE.MeshBasicMaterial({ color: this.color(color), depthTest: false, transparent: true }));
    mesh.position.copy(from).lerp(to, 0.5);
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.sub(from).normalize());
    mesh.renderOrder = 2;
    pane.group.add(mesh);
  }

  line(p, q) {
    const geometry = new THREE.BufferGeometry().setFromPoints([vector(p), vector(q)]);
    const dash = this.radius[1] * 0.03;
    const line = new THREE.Line(geometry, new THREE.LineDashedMaterial({ color: this.color("simplex"), dashSize: dash, gapSize: dash }));
    line.computeLineDistances();
    this.panes[1].group.add(line);
  }

  arrow(pane, from, direction, length) {
    if (!direction.every(Number.isFinite)) return;
    const arrow = new THREE.ArrowHelper(vector(direction), vector(from), length, this.color("newest"), length * 0.22, length * 0.13);
    arrow.line.material.depthTest = arrow.cone.material.depthTest = false;
    arrow.renderOrder = 4;
    pane.group.add(arrow);
  }

  facet(corners, chosen, opacity = chosen ? 0.45 : 0.08) {
    const geometry = new THREE.BufferGeometry().setFromPoints(corners.map(vector));
    geometry.setIndex([0, 1, 2]);
    const color = this.color("simplex");
    const material = new THREE.MeshBasicMaterial({ color, transparent: true, opacity, side: THREE.DoubleSide, depthWrite: false });
    const { group } = this.panes[1];
    group.add(new THREE.Mesh(geometry, material));
    if (corners.length === 3 && opacity !== 0.16) {
      const ring = new THREE.BufferGeometry().setFromPoints(corners.map(vector));
      group.add(new THREE.LineLoop(ring, new THREE.LineBasicMaterial({ color, transparent: true, opacity: chosen ? 1 : 0.5 })));
    }
  }

  /** The boundary of a half-space, with its excluded side as a slab. */
  plane({ point, normal, of }) {
    const length = Math.hypot(...normal);
    if (!(length > 0)) return;
    const radius = this.radius[1];
    const depth = radius * 0.16;
    const color = this.color(of === "origin" ? "excluded" : "newest");
    const n = vector(normal).divideScalar(length);
    const center = vector(point);
    // As near the middle of what is shown as the plane comes.
    const foot = this.centers[1].clone().addScaledVector(n, center.clone().sub(this.centers[1]).dot(n));
    const mesh = new THREE.Mesh(
      new THREE.CylinderGeometry(radius * 0.8, radius * 0.8, depth, 40, 1),
      new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.05, depthWrite: false }),
    );
    mesh.position.copy(foot).addScaledVector(n, depth / 2);
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), n);
    const circle = new THREE.EllipseCurve(0, 0, radius * 0.8, radius * 0.8).getPoints(60).map((p) => new THREE.Vector3(p.x, 0, p.y));
    const rim = new THREE.LineLoop(
      new THREE.BufferGeometry().setFromPoints(circle), new THREE.LineBasicMaterial({ color, transparent: true, opacity: 0.35 }));
    rim.position.copy(foot);
    rim.quaternion.copy(mesh.quaternion);
    this.panes[1].group.add(mesh, rim);
  }

  label(pane, p, text, kind) {
    pane.labels.push({ p: vector(p), text, kind });
  }

  render() {
    for (const { stage, renderer, camera, scene, tags, labels } of this.panes) {
      const { clientWidth: w, clientHeight: h } = stage;
      if (!w || !h) continue;
      const canvas = renderer.domElement;
      if (canvas.clientWidth !== w || canvas.clientHeight !== h || canvas.dataset.size !== `${w}x${h}`) {
        renderer.setSize(w, h);
        canvas.dataset.size = `${w}x${h}`;
        camera.aspect = w / h;
        camera.updateProjectionMatrix();
      }
      renderer.render(scene, camera);
      camera.updateMatrixWorld();
      tags.innerHTML = labels.map(({ p, text, kind }) => {
        const at = p.clone().project(camera);
        return `<span class="${kind}" style="left:${((at.x + 1) * w) / 2 + 12}px;top:${((1 - at.y) * h) / 2 - 12}px">${text}</span>`;
      }).join("");
    }
  }

  ray(event, pane) {
    const { stage, camera } = this.panes[pane];
    const box = stage.getBoundingClientRect();
    const at = new THREE.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(at, camera);
    return caster;
  }

  under(event, pane) {
    const caster = this.ray(event, pane);
    const hits = caster.intersectObjects(this.panes[pane].group.children, false);
    return hits.find((hit) => hit.object.userData.grip) ?? hits.find((hit) => hit.object.userData.shape) ?? null;
  }

  down(event, pane) {
    const hit = this.under(event, pane);
    const { grip, shape } = hit?.object.userData ?? {};
    const name = grip?.shape ?? (shape === "difference" ? "b" : shape);
    if (name) this.host.select(name);
    const { camera } = this.panes[pane];
    const facing = camera.getWorldDirection(new THREE.Vector3());
    if (this.host.mode === "add" && pane === 0 && !grip) {
      const through = hit ? hit.point : vector(translation(this.host.shape(this.host.selected), 3));
      const point = this.ray(event, pane).ray.intersectPlane(new THREE.Plane().setFromNormalAndCoplanarPoint(facing, through), new THREE.Vector3());
      event.stopImmediatePropagation();
      if (point) this.host.add(point.toArray().map((x) => round(x, 3)));
      return;
    }
    if (!name) return;
    event.stopImmediatePropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    this.held = {
      name, grip, pane, sign: shape === "difference" ? -1 : 1, spot: [event.clientX, event.clientY], before: this.host.shape(name),
      plane: new THREE.Plane().setFromNormalAndCoplanarPoint(facing, hit.point), from: hit.point.clone(),
      right: new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0), up: new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1),
    };
  }

  move(event, pane) {
    const { held } = this;
    if (!held || held.pane !== pane) return;
    event.stopImmediatePropagation();
    const fine = (x) => round(x, Math.max(0, Math.ceil(2.5 - Math.log10(this.radius[0]))));
    if (this.host.mode === "turn" && !held.grip) {
      const [dx, dy] = [event.clientX - held.spot[0], event.clientY - held.spot[1]];
      const far = Math.hypot(dx, dy);
      if (far < 1) return;
      const axis = held.up.clone().multiplyScalar(dx).addScaledVector(held.right, dy).normalize();
      return this.host.change(held.name, turned(held.before, axis.toArray(), far / 110));
    }
    const point = this.ray(event, pane).ray.intersectPlane(held.plane, new THREE.Vector3());
    if (!point) return;
    const by = point.sub(held.from).toArray().map((x) => fine(x * held.sign));
    if (held.grip) {
      const p = toWorld(held.before, grips(held.before).find(({ key }) => String(key) === String(held.grip.key)).p);
      return this.host.change(held.name, gripped(held.before, held.grip.key, toLocal(held.before, p.map((x, k) => x + by[k]))));
    }
    this.host.change(held.name, moved(held.before, by));
  }

  up() {
    this.held = null;
  }

  remove(event, pane) {
    const grip = this.under(event, pane)?.object.userData.grip;
    if (grip?.key[0] === "points") this.host.removePoint(grip.shape, grip.key[1]);
  }
}

/** The points, and more beside them in the directions in which they don't extend. */
function thickened(points) {
  const box = new THREE.Box3().setFromPoints(points);
  const size = box.getSize(new THREE.Vector3()).length() || 1;
  const body = size * 0.006;
  const axes = [];
  const rest = (v) => axes.reduce((w, axis) => w.addScaledVector(axis, -w.dot(axis)), v.clone());
  for (;;) {
    let far = null;
    for (const p of points) {
      const across = rest(p.clone().sub(points[0]));
      if (!far || across.length() > far.length()) far = across;
    }
    if (axes.length === 3 || !(far.length() > size * 1e-4)) break;
    axes.push(far.normalize());
  }
  const spanned = axes.length;
  if (spanned === 3) return points;
  for (const e of [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(vector)) {
    const across = rest(e);
    if (axes.length < 3 && across.length() > 0.5) axes.push(across.normalize());
  }
  let all = points;
  for (const axis of axes.slice(spanned)) {
    all = all.flatMap((p) => [p.clone().addScaledVector(axis, body), p.clone().addScaledVector(axis, -body)]);
  }
  return all;
}

/** The vertices of the hull of a mesh, from its file. */
export async function mesh(url) {
  const text = await (await fetch(url)).text();
  const used = new Set();
  const vertices = [];
  for (const line of text.split("\n")) {
    const [kind, ...rest] = line.trim().split(/\s+/);
    if (kind === "v") vertices.push(rest.slice(0, 3).map(Number));
    if (kind === "f") for (const corner of rest) used.add(Number.parseInt(corner, 10) - 1);
  }
  const points = vertices.filter((_, k) => used.has(k));
  const geometry = new ConvexGeometry(points.map(vector));
  const { array } = geometry.getAttribute("position");
  const key = (x, y, z) => [x, y, z].map((c) => Math.fround(c)).join(" ");
  const corners = new Set();
  for (let k = 0; k < array.length; k += 3) corners.add(key(array[k], array[k + 1], array[k + 2]));
  geometry.dispose();
  const kept = points.filter((p) => corners.has(key(...p)));
  const center = [0, 1, 2].map((k) => {
    const along = kept.map((p) => p[k]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  });
  return kept.map((p) => p.map((x, k) => x - center[k]));
}
