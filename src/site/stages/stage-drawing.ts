/** Small drawings of growth stages, made for this project: 40 × 40, coloured by the crop. */

import { html, type Markup } from '../html.ts'

const twig = html`<path class="twig" d="M20 40V27"/>`
const scales = html`<path class="bud" d="M20 8c7 6 8 15 0 21-8-6-7-15 0-21z"/>
  <path class="scale" d="M14.5 22q5.5 4 11 0"/>`
const tipLeaf = html`<path class="leaf" d="M20 2c4 4 5 8 4.5 11q-4.5 2-9 0C15 10 16 6 20 2z"/>`
const earLeaves = html`<path class="leaf" d="M20 15C11 13 8 7 9 1c7 3 10 8 11 14zM20 15
  c9-2 12-8 11-14-7 3-10 8-11 14z"/>`
const stalks = html`<path class="stem" d="M20 30 12 18M20 30V13M20 30l8-12"/>`
const sideLeaves = html`<path class="leaf" d="M20 32C10 33 5 28 3 21c8 0 14 4 17 11zM20 32
  c10 1 15-4 17-11-8 0-14 4-17 11z"/>`

const circle = (kind: string, x: number, y: number, r: number): Markup =>
  html`<circle class="${kind}" cx="${x}" cy="${y}" r="${r}"/>`

function flower(x: number, y: number, r: number): Markup {
  const petals = [0, 1, 2, 3, 4].map((petal) => {
    const angle = ((petal * 72 - 90) * Math.PI) / 180
    return circle(
      'petal',
      tenth(x + 0.62 * r * Math.cos(angle)),
      tenth(y + 0.62 * r * Math.sin(angle)),
      tenth(r / 2)
    )
  })
  return html`${petals}${circle('eye', x, y, tenth(r / 4))}`
}

/** A closed flower on its calyx. */
const balloon = (x: number, y: number, r: number): Markup =>
  html`${circle('petal', x, y, r)}<path class="calyx" d="M${x - r} ${y + r / 2}q${r} ${r * 1.5} ${2 * r} 0z"/>`

function shoot(leaves: number): Markup {
  const pairs = Array.from({ length: leaves }, (_, index) => {
    const [y, way] = [29 - 6 * index, index % 2 === 0 ? 1 : -1]
    return html`<path class="leaf" d="M20 ${y}c${4 * way} -8 ${10 * way} -9 ${15 * way} -8 ${-way} 7 ${-7 * way} 9 ${
      -15 * way
    } 8z"/>`
  })
  return html`<path class="stem" d="M20 40V${27 - 6 * (leaves - 1)}"/>${pairs}`
}

const fruit = html`<path class="stem" d="M20 4q-1 5 0 9"/><path class="leaf" d="M20 7c5-5 10-5 14-3-3 5-8 6-14 3z"/>
  ${circle('fruit', 20, 25, 12)}`

const swollen = html`${twig}${scales}`
const pink = html`${sideLeaves}<path class="stem" d="M20 34V20"/>${balloon(20, 14, 9)}`
const cluster = html`${sideLeaves}${stalks}${circle('green', 12, 16, 5)}${circle('green', 28, 16, 5)}
  ${circle('green', 20, 11, 5)}`
const petalFall = html`${sideLeaves}<path class="stem" d="M20 34V20M20 20l-5-9M20 20V9M20 20l5-9"/>
  <path class="calyx" d="M12 18q8 10 16 0z"/>${circle('eye', 15, 10, 1.5)}${circle('eye', 20, 8, 1.5)}
  ${circle('eye', 25, 10, 1.5)}<ellipse class="petal" cx="7" cy="13" rx="4" ry="2.5"/>
  <ellipse class="petal" cx="34" cy="25" rx="4" ry="2.5"/>`

const open = html`${sideLeaves}${flower(11, 23, 9)}${flower(29, 23, 9)}${flower(20, 11, 10)}`

const ear = html`<path class="stem" d="M20 40V24"/><path class="leaf" d="M20 36c4-8 9-10 14-9-1 7-6 10-14 9z"/>
  ${[6, 12, 18].map(
    (y) => html`<ellipse class="green" cx="16" cy="${y}" rx="3" ry="4"/>
  <ellipse class="green" cx="24" cy="${y}" rx="3" ry="4"/>`
  )}`

const drawings: Readonly<Record<string, Markup>> = {
  'swollen-bud': swollen,
  'first-swelling': swollen,
  'first-swell': swollen,
  'late-swell': html`${swollen}${circle('petal', 20, 9, 3)}`,
  'scales-separating': html`${swollen}<path class="scale" d="M15 16q5 4 10 0"/>`,
  'silver-tip': html`${swollen}<path class="silver" d="M20 3c3 3 4 7 4 9q-4 2-8 0c0-2 1-6 4-9z"/>`,
  'side-green': html`${swollen}<path class="leaf" d="M20 8c7 6 8 15 0 21 3-7 3-14 0-21z"/>`,
  'side-white': html`${swollen}<path class="petal" d="M20 8c7 6 8 15 0 21 3-7 3-14 0-21z"/>`,
  'calyx-green': html`${swollen}<path class="leaf" d="M20 6c4 4 5 7 5 10q-5 3-10 0c0-3 1-6 5-10z"/>`,
  'calyx-visible': html`${swollen}<path class="leaf" d="M20 6c4 4 5 7 5 10q-5 3-10 0c0-3 1-6 5-10z"/>`,
  'calyx-red': html`${swollen}<path class="calyx red" d="M20 4c4 4 5 8 5 12q-5 3-10 0c0-4 1-8 5-12z"/>`,
  'red-calyx': html`${swollen}<path class="calyx red" d="M20 4c4 4 5 8 5 12q-5 3-10 0c0-4 1-8 5-12z"/>`,
  'tips-separate': html`${swollen}<path class="leaf" d="M20 14 13 5l4 12zM20 14l7-9-4 12zM20 13V3"/>`,
  'green-tip': html`${swollen}${tipLeaf}`,
  'tip-green': html`${swollen}${tipLeaf}`,
  'half-inch-green': html`${swollen}${earLeaves}`,
  'tight-cluster': cluster,
  'blossom-buds-exposed': cluster,
  'open-cluster': html`${sideLeaves}${stalks}${balloon(11, 17, 4)}${balloon(29, 17, 4)}${balloon(20, 11, 4)}`,
  'first-white': pink,
  'first-pink': pink,
  'pink-bud': pink,
  'popcorn-bud': pink,
  'full-white': html`${sideLeaves}${stalks}${balloon(11, 16, 6)}${balloon(29, 16, 6)}${balloon(20, 10, 6)}`,
  'full-pink': html`${sideLeaves}${stalks}${balloon(11, 16, 6)}${balloon(29, 16, 6)}${balloon(20, 10, 6)}`,
  'stamens-visible': html`${sideLeaves}<path class="stem" d="M20 34V20"/>${balloon(20, 16, 9)}
    ${circle('eye', 16, 7, 1.5)}${circle('eye', 20, 5, 1.5)}${circle('eye', 24, 7, 1.5)}`,
  'first-bloom': html`${sideLeaves}${stalks}${balloon(9, 18, 5)}${balloon(31, 18, 5)}${flower(20, 12, 10)}`,
  'full-bloom': open,
  'open-bloom': open,
  bloom: open,
  'petal-fall': petalFall,
  'post-bloom': petalFall,
  'petal-fall-to-small-nut': html`${petalFall}${circle('fruit', 20, 19, 4)}`,
  'in-the-shuck': html`${sideLeaves}<path class="stem" d="M20 34V26"/>
    <ellipse class="fruit" cx="20" cy="14" rx="6" ry="10"/><path class="husk" d="M12 15q8 6 16 0l-3 12q-5 3-10 0z"/>`,
  'jacket-split': html`${sideLeaves}<path class="stem" d="M20 34V26"/>
    <ellipse class="fruit" cx="20" cy="14" rx="8" ry="11"/>
    <path class="husk" d="M11 18l5 3 4-4 4 4 5-3-3 9q-6 3-12 0z"/>`,
  'green-fruit': fruit,
  'ripe-fruit': fruit,
  'bud-burst': html`${swollen}
    <path class="leaf" d="M20 16C13 14 11 8 13 3c5 3 7 7 7 13zM20 16c7-2 9-8 7-13-5 3-7 7-7 13z"/>`,
  'first-leaf': shoot(1),
  'second-leaf': shoot(2),
  'third-leaf': shoot(3),
  'fourth-leaf': shoot(4),
  leaf: shoot(2),
  'new-growth': shoot(3),
  'new-shoots-and-leaves': shoot(3),
  'tight-bud': swollen,
  seedling: shoot(2),
  foliage: shoot(4),
  jointing: shoot(3),
  boot: shoot(4),
  heading: ear,
  flowering: ear,
  milk: ear,
  'leaf-out-and-pistillate-bloom': html`${shoot(2)}${circle('fruit', 20, 13, 4)}`
}

const estimate = html`<rect class="calendar" x="5" y="7" width="30" height="28" rx="3"/>
  <path class="scale" d="M5 14h30M13 4v6M27 4v6"/><path class="leaf" d="M13 30c0-9 6-12 14-12 0 9-6 12-14 12z"/>`

const whiteFlowers = ['sweet-cherry', 'sour-cherry', 'plum', 'prune', 'pear', 'strawberry', 'blueberry']
const whiteStages = ['first-white', 'full-white', 'side-white']

/** A stage's drawing, silent to screen readers: its name is next to it. A stage without one gets that of a bud. */
export function stageDrawing(crop: string, stage: string): Markup {
  const isWhite = whiteFlowers.includes(crop) || whiteStages.includes(stage)
  const colours = `${isWhite ? ' white' : ''}${stage === 'ripe-fruit' ? ' ripe' : ''}`
  const drawing = stage === 'auto' ? estimate : (drawings[stage] ?? swollen)
  return html`<svg class="stage-drawing${colours}" viewBox="0 0 40 40" aria-hidden="true">${drawing}</svg>`
}

export function hasDrawing(stage: string): boolean {
  return Object.hasOwn(drawings, stage)
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
