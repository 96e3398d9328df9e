/** What people call crops and their stages, in Turkish and English. */
import { plainLetters } from '../common/letters.ts'

/** One thing's names: `en` and `tr` for display (crops capitalised, stages in lower case), `also` for finding it. */
export interface Names {
  readonly en: string
  readonly tr: string
  readonly also?: readonly string[]
}

/** By the crop's id in the table. */
export const cropNames: Readonly<Record<string, Names>> = {
  apricot: { en: 'Apricot', tr: 'Kayısı', also: ['zerdali'] },
  'sweet-cherry': { en: 'Sweet cherry', tr: 'Kiraz', also: ['cherry'] },
  'sour-cherry': { en: 'Sour cherry', tr: 'Vişne', also: ['tart cherry'] },
  peach: { en: 'Peach', tr: 'Şeftali' },
  nectarine: { en: 'Nectarine', tr: 'Nektarin' },
  'nectarine-big-top': { en: 'Nectarine ‘Big Top’', tr: 'Nektarin ‘Big Top’' },
  plum: { en: 'European plum', tr: 'Erik', also: ['plum'] },
  prune: { en: 'Prune plum', tr: 'Kurutmalık erik' },
  apple: { en: 'Apple', tr: 'Elma' },
  pear: { en: 'Pear', tr: 'Armut' },
  grape: {
    en: 'Grape (values of cv. Concord)',
    tr: 'Üzüm (Concord değerleri)',
    also: ['üzüm', 'asma', 'bağ', 'vine']
  },
  'grape-vinifera': {
    en: 'Grape (Vitis vinifera)',
    tr: 'Üzüm (Vitis vinifera)',
    also: ['vinifera', 'Vitis vinifera']
  },
  almond: { en: 'Almond', tr: 'Badem' },
  hazelnut: { en: 'Hazelnut', tr: 'Fındık', also: ['filbert'] },
  walnut: { en: 'Walnut', tr: 'Ceviz' },
  citrus: {
    en: 'Citrus (fruit on the tree)',
    tr: 'Turunçgil (ağaçta meyve)',
    also: ['turunçgil', 'turunçgiller', 'narenciye', 'mandalina', 'mandarin']
  },
  lemon: { en: 'Lemon tree', tr: 'Limon ağacı', also: ['limon'] },
  orange: { en: 'Orange tree', tr: 'Portakal ağacı', also: ['portakal'] },
  banana: { en: 'Banana', tr: 'Muz' },
  olive: { en: 'Olive tree', tr: 'Zeytin', also: ['zeytin ağacı'] },
  fig: { en: 'Fig tree', tr: 'İncir', also: ['incir ağacı'] },
  strawberry: { en: 'Strawberry', tr: 'Çilek' },
  blueberry: { en: 'Blueberry', tr: 'Yaban mersini', also: ['mavi yemiş', 'maviyemiş'] }
}

/** By the stage's id in the table; the same word means the same stage in every crop. */
export const stageNames: Readonly<Record<string, Names>> = {
  dormant: { en: 'dormant', tr: 'dinlenme', also: ['uyku'] },
  'bud-not-swollen': { en: 'bud not swollen', tr: 'kabarmamış tomurcuk' },
  'swollen-bud': { en: 'swollen bud', tr: 'kabarmış tomurcuk', also: ['first swell', 'tomurcuk kabarması'] },
  'first-swell': { en: 'first swell', tr: 'ilk kabarma', also: ['swollen bud', 'tomurcuk kabarması'] },
  'first-swelling': { en: 'first swelling', tr: 'ilk kabarma', also: ['swollen bud', 'tomurcuk kabarması'] },
  'late-swell': { en: 'late swell', tr: 'ileri kabarma' },
  'scales-separating': { en: 'scales separating', tr: 'pullar ayrılırken' },
  'tips-separate': { en: 'tips separate', tr: 'uçlar ayrılırken' },
  'silver-tip': { en: 'silver tip', tr: 'gümüş uç' },
  'green-tip': { en: 'green tip', tr: 'yeşil uç', also: ['tip green'] },
  'tip-green': { en: 'green tip', tr: 'yeşil uç', also: ['tip green'] },
  'side-green': { en: 'side green', tr: 'yan yeşil' },
  'side-white': { en: 'side white', tr: 'yan beyaz' },
  'half-inch-green': { en: 'half-inch green', tr: 'fare kulağı' },
  'bud-burst': { en: 'bud burst', tr: 'tomurcuk patlaması', also: ['bud break', 'gözlerin uyanması'] },
  'blossom-buds-exposed': { en: 'blossom buds exposed', tr: 'çiçek tomurcukları görünürken' },
  'calyx-visible': { en: 'calyx visible', tr: 'çanak görünürken' },
  'calyx-green': { en: 'green calyx', tr: 'yeşil çanak', also: ['calyx green'] },
  'calyx-red': { en: 'red calyx', tr: 'kırmızı çanak', also: ['calyx red'] },
  'red-calyx': { en: 'red calyx', tr: 'kırmızı çanak', also: ['calyx red'] },
  'tight-cluster': { en: 'tight cluster', tr: 'sıkı salkım' },
  'open-cluster': { en: 'open cluster', tr: 'açık salkım' },
  'first-white': { en: 'first white', tr: 'ilk beyaz', also: ['beyaz tomurcuk'] },
  'full-white': { en: 'full white', tr: 'tam beyaz' },
  'first-pink': { en: 'first pink', tr: 'ilk pembe', also: ['pink', 'pembe tomurcuk'] },
  'full-pink': { en: 'full pink', tr: 'tam pembe' },
  'pink-bud': { en: 'pink bud', tr: 'pembe tomurcuk' },
  'popcorn-bud': {
    en: 'popcorn bud',
    tr: 'balon evresi',
    also: ['balon dönemi', 'patlamış mısır evresi', 'balloon']
  },
  'stamens-visible': { en: 'stamens visible', tr: 'erkek organlar görünürken' },
  'first-bloom': { en: 'first bloom', tr: 'ilk çiçek', also: ['çiçek başlangıcı', 'ilk çiçeklenme'] },
  'full-bloom': { en: 'full bloom', tr: 'tam çiçek', also: ['tam çiçeklenme', 'bloom'] },
  'open-bloom': { en: 'open bloom', tr: 'açık çiçek', also: ['full bloom', 'tam çiçek', 'bloom'] },
  bloom: { en: 'bloom', tr: 'çiçeklenme', also: ['full bloom', 'tam çiçek', 'çiçek'] },
  'leaf-out-and-pistillate-bloom': {
    en: 'leaf-out and pistillate bloom',
    tr: 'yapraklanma ve dişi çiçek',
    also: ['yapraklanma', 'leaf-out']
  },
  'post-bloom': { en: 'post bloom', tr: 'çiçek sonrası', also: ['petal fall', 'taç yaprak dökümü'] },
  'petal-fall': { en: 'petal fall', tr: 'taç yaprak dökümü', also: ['post bloom', 'çiçek sonrası'] },
  'petal-fall-to-small-nut': {
    en: 'petal fall to small nut',
    tr: 'taç yaprak dökümünden çağlaya',
    also: ['petal fall', 'small nut', 'çağla', 'taç yaprak dökümü']
  },
  'in-the-shuck': { en: 'in the shuck', tr: 'çanak içinde meyve' },
  'jacket-split': { en: 'jacket split', tr: 'çanak yırtılması' },
  'green-fruit': { en: 'green fruit', tr: 'yeşil meyve', also: ['çağla'] },
  'ripe-fruit': { en: 'ripe fruit', tr: 'olgun meyve' },
  'first-leaf': { en: 'first leaf', tr: 'birinci yaprak' },
  'second-leaf': { en: 'second leaf', tr: 'ikinci yaprak' },
  'third-leaf': { en: 'third leaf', tr: 'üçüncü yaprak' },
  'fourth-leaf': { en: 'fourth leaf', tr: 'dördüncü yaprak' },
  'new-growth': { en: 'new growth', tr: 'yeni sürgün' },
  'new-shoots-and-leaves': {
    en: 'new shoots and leaves',
    tr: 'yeni sürgün ve yaprak',
    also: ['yeni sürgün', 'yaprak']
  },
  wood: { en: 'wood', tr: 'odun' },
  leaf: { en: 'leaf', tr: 'yaprak' }
}

/** A name as a slug: Turkish letters folded, everything else but letters and digits a single hyphen. `Tam çiçek` → `tam-cicek`. */
export function foldName(text: string): string {
  return plainLetters(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
