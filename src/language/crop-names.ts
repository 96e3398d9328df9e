/** Names of crops and growth stages for people; the ids are those of the crop table (src/frost). */
import type { Language } from './language.ts'

type Words = Readonly<Record<Language, string>>

const crops: Readonly<Record<string, Words>> = {
  generic: { en: 'General (any plant)', tr: 'Genel (her bitki)' },
  apricot: { en: 'Apricot', tr: 'Kayısı' },
  'sweet-cherry': { en: 'Sweet cherry', tr: 'Kiraz' },
  'sour-cherry': { en: 'Sour cherry', tr: 'Vişne' },
  peach: { en: 'Peach', tr: 'Şeftali' },
  nectarine: { en: 'Nectarine', tr: 'Nektarin' },
  'nectarine-big-top': { en: 'Nectarine ‘Big Top’', tr: 'Nektarin ‘Big Top’' },
  plum: { en: 'Plum', tr: 'Erik' },
  prune: { en: 'Prune plum', tr: 'Kurutmalık erik' },
  apple: { en: 'Apple', tr: 'Elma' },
  pear: { en: 'Pear', tr: 'Armut' },
  grape: { en: 'Grape', tr: 'Üzüm' },
  'grape-concord': { en: 'Grape (Concord)', tr: 'Üzüm (Concord)' },
  'grape-vinifera': { en: 'Grape (Vitis vinifera)', tr: 'Üzüm (Vitis vinifera)' },
  almond: { en: 'Almond', tr: 'Badem' },
  hazelnut: { en: 'Hazelnut', tr: 'Fındık' },
  walnut: { en: 'Walnut', tr: 'Ceviz' },
  citrus: { en: 'Citrus fruit on the tree', tr: 'Turunçgil (ağaçta meyve)' },
  lemon: { en: 'Lemon tree', tr: 'Limon ağacı' },
  'lemon-tree': { en: 'Lemon tree', tr: 'Limon ağacı' },
  orange: { en: 'Orange tree', tr: 'Portakal ağacı' },
  'orange-tree': { en: 'Orange tree', tr: 'Portakal ağacı' },
  banana: { en: 'Banana', tr: 'Muz' },
  olive: { en: 'Olive', tr: 'Zeytin' },
  fig: { en: 'Fig', tr: 'İncir' },
  strawberry: { en: 'Strawberry', tr: 'Çilek' },
  blueberry: { en: 'Blueberry', tr: 'Yaban mersini' }
}

const stages: Readonly<Record<string, Words>> = {
  'swollen-bud': { en: 'swollen bud', tr: 'kabarmış tomurcuk' },
  'first-swell': { en: 'first swell', tr: 'ilk kabarma' },
  'first-swelling': { en: 'first swelling', tr: 'ilk kabarma' },
  'late-swell': { en: 'late swell', tr: 'ileri kabarma' },
  'tips-separate': { en: 'tips separate', tr: 'uçlar ayrılırken' },
  'red-calyx': { en: 'red calyx', tr: 'kırmızı çanak' },
  'calyx-green': { en: 'green calyx', tr: 'yeşil çanak' },
  'calyx-red': { en: 'red calyx', tr: 'kırmızı çanak' },
  'first-white': { en: 'first white', tr: 'ilk beyaz' },
  'full-white': { en: 'full white', tr: 'tam beyaz' },
  'first-pink': { en: 'first pink', tr: 'ilk pembe' },
  'full-pink': { en: 'full pink', tr: 'tam pembe' },
  'pink-bud': { en: 'pink bud', tr: 'pembe tomurcuk' },
  'first-bloom': { en: 'first bloom', tr: 'ilk çiçek' },
  'full-bloom': { en: 'full bloom', tr: 'tam çiçek' },
  'open-bloom': { en: 'open bloom', tr: 'açık çiçek' },
  bloom: { en: 'bloom', tr: 'çiçek' },
  'post-bloom': { en: 'post bloom', tr: 'çiçek sonrası' },
  'in-the-shuck': { en: 'in the shuck', tr: 'çanak yırtılması' },
  'green-fruit': { en: 'green fruit', tr: 'yeşil meyve' },
  'ripe-fruit': { en: 'ripe fruit', tr: 'olgun meyve' },
  'side-green': { en: 'side green', tr: 'yan yeşil' },
  'side-white': { en: 'side white', tr: 'yan beyaz' },
  'green-tip': { en: 'green tip', tr: 'yeşil uç' },
  'tip-green': { en: 'green tip', tr: 'yeşil uç' },
  'silver-tip': { en: 'silver tip', tr: 'gümüş uç' },
  'half-inch-green': { en: 'half-inch green', tr: 'fare kulağı' },
  'tight-cluster': { en: 'tight cluster', tr: 'sıkı salkım' },
  'open-cluster': { en: 'open cluster', tr: 'açık salkım' },
  'scales-separating': { en: 'scales separating', tr: 'pullar ayrılırken' },
  'blossom-buds-exposed': { en: 'blossom buds exposed', tr: 'çiçek tomurcukları görünürken' },
  'bud-burst': { en: 'bud burst', tr: 'tomurcuk patlaması' },
  'first-leaf': { en: 'first leaf', tr: 'birinci yaprak' },
  'second-leaf': { en: 'second leaf', tr: 'ikinci yaprak' },
  'third-leaf': { en: 'third leaf', tr: 'üçüncü yaprak' },
  'fourth-leaf': { en: 'fourth leaf', tr: 'dördüncü yaprak' },
  'new-growth': { en: 'new growth', tr: 'yeni sürgün' },
  'petal-fall': { en: 'petal fall', tr: 'taç yaprak dökümü' },
  'small-nut': { en: 'small nut', tr: 'küçük meyve' },
  'petal-fall-to-small-nut': { en: 'petal fall to small nut', tr: 'taç yaprak dökümünden küçük meyveye' },
  dormant: { en: 'dormant', tr: 'dinlenme' },
  'bud-not-swollen': { en: 'bud not swollen', tr: 'kabarmamış tomurcuk' },
  'new-shoots-and-leaves': { en: 'new shoots and leaves', tr: 'yeni sürgün ve yaprak' },
  'leaf-out-and-pistillate-bloom': { en: 'leaf-out and pistillate bloom', tr: 'yapraklanma ve dişi çiçek' },
  'popcorn-bud': { en: 'popcorn bud', tr: 'patlamış tomurcuk' },
  wood: { en: 'wood', tr: 'odun' },
  leaf: { en: 'leaf', tr: 'yaprak' },
  'wood-leaf': { en: 'wood and leaf', tr: 'odun ve yaprak' }
}

/** The name of a crop; an id that has no name yet is shown as words. */
export function cropLabel(crop: string, lang: Language): string {
  return crops[crop]?.[lang] ?? asWords(crop)
}

/** The name of a growth stage in lower case; an id that has no name yet is shown as words. */
export function stageLabel(stage: string, lang: Language): string {
  return stages[stage]?.[lang] ?? asWords(stage).toLowerCase()
}

/** Crop and stage as one phrase: `Apricot, full bloom`. */
export function cropAndStageLabel(crop: string, stage: string | null, lang: Language): string {
  return stage === null ? cropLabel(crop, lang) : `${cropLabel(crop, lang)}, ${stageLabel(stage, lang)}`
}

function asWords(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
