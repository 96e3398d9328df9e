// A pin on a map: a tap sets it, dragging moves the map, buttons zoom, arrows move it. It names the nearest place.

interface MapData {
  readonly coast: string
  readonly borders: string
  readonly names: readonly string[]
  readonly slugs: readonly string[]
  /** Three numbers a name: x, y, and the zoom from which it is shown. */
  readonly at: readonly number[]
}

interface View {
  /** The middle, in units of the drawing. */
  x: number
  y: number
  /** 0 the country, 1 a province, 2 a district. */
  zoom: number
}

const svgNames = 'http://www.w3.org/2000/svg'
const zooms = [1, 4, 16] as const
const lastZoom = zooms.length - 1
/** Size of names [px]. */
const fontPixels = 12
/** How far an arrow key moves the pin, and with Shift [px]. */
const stepPixels = 8
const bigStepPixels = 64
/** A touch that moves no farther is a tap [px]. */
const tapPixels = 6

function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(svgNames, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

interface PinMap {
  readonly section: HTMLElement
  readonly svg: SVGSVGElement
  readonly data: MapData
  /** Size of the whole drawing. */
  readonly width: number
  readonly height: number
  readonly pin: { x: number; y: number }
  readonly view: View
}

function start(section: HTMLElement, svg: SVGSVGElement, data: MapData): void {
  const { width, height } = svg.viewBox.baseVal
  const pin = { x: Number(svg.dataset['x']), y: Number(svg.dataset['y']) }
  const view: View = { x: width / 2, y: height / 2, zoom: 0 }
  const map: PinMap = { section, svg, data, width, height, pin, view }
  const borders = svgElement('path', { d: data.borders, class: 'borders' })
  svg.querySelector('.land')?.append(svgElement('path', { d: data.coast }), borders)
  const shape = svgElement('path', { d: 'M0 0C-4-10-11-15-11-23a11 11 0 0 1 22 0C11-15 4-10 0 0Z' })
  svg.querySelector('.pin')?.append(shape)
  listenToPointer(map)
  listenToKeys(map)
  for (const button of zoomButtons(map))
    button.addEventListener('click', () => zoomBy(map, button.dataset['zoom'] === 'in' ? 1 : -1))
  section.hidden = false
  setPin(map, pin.x, pin.y)
  addEventListener('resize', () => draw(map))
}

function zoomButtons({ section }: PinMap): NodeListOf<HTMLButtonElement> {
  return section.querySelectorAll<HTMLButtonElement>('[data-zoom]')
}

/** Units of the drawing for a pixel; the whole country fits at zoom 0. */
function unitsPerPixel({ svg, width, height, view }: PinMap): number {
  const { clientWidth, clientHeight } = svg
  return Math.max(width / (clientWidth || 1), height / (clientHeight || 1)) / (zooms[view.zoom] ?? 1)
}

function halfView({ svg }: PinMap, unit: number): readonly [right: number, low: number] {
  return [(svg.clientWidth / 2) * unit, (svg.clientHeight / 2) * unit]
}

function nearestName({ data, pin }: PinMap): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  data.names.forEach((_, index) => {
    const apart = Math.hypot((data.at[index * 3] ?? 0) - pin.x, (data.at[index * 3 + 1] ?? 0) - pin.y)
    if (apart < least) [best, least] = [index, apart]
  })
  return best
}

function namesInView(map: PinMap, unit: number): readonly SVGTextElement[] {
  const { data, view } = map
  const size = fontPixels * unit
  const taken: (readonly [x: number, y: number, half: number])[] = []
  const shown: SVGTextElement[] = []
  const [right, low] = halfView(map, unit)
  data.names.forEach((name, index) => {
    const [x = 0, y = 0, from = 0] = data.at.slice(index * 3, index * 3 + 3)
    const half = (name.length * size * 0.6) / 2
    if (from > view.zoom || Math.abs(x - view.x) + half > right || Math.abs(y - view.y) + size > low) return
    const isFree = taken.every(
      ([otherX, otherY, otherHalf]) =>
        Math.abs(otherX - x) > half + otherHalf || Math.abs(otherY - y) > size * 1.3
    )
    if (!isFree) return
    taken.push([x, y, half])
    const text = svgElement('text', { x: `${x}`, y: `${y}`, 'font-size': size.toFixed(1) })
    if (from === 0) text.setAttribute('class', 'first')
    text.textContent = name
    shown.push(text)
  })
  return shown
}

function draw(map: PinMap): void {
  const { svg, pin, view } = map
  const unit = unitsPerPixel(map)
  const [right, low] = halfView(map, unit)
  svg.setAttribute('viewBox', `${view.x - right} ${view.y - low} ${2 * right} ${2 * low}`)
  svg.querySelector('.pin')?.setAttribute('transform', `translate(${pin.x} ${pin.y}) scale(${unit})`)
  svg.querySelector('.names')?.replaceChildren(...namesInView(map, unit))
  for (const button of zoomButtons(map))
    button.disabled = view.zoom === (button.dataset['zoom'] === 'in' ? lastZoom : 0)
}

function setPin(map: PinMap, x: number, y: number): void {
  const { section, pin, data } = map
  const { place = '', carried = '' } = section.dataset
  pin.x = Math.min(map.width, Math.max(0, x))
  pin.y = Math.min(map.height, Math.max(0, y))
  const nearest = nearestName(map)
  const link = section.querySelector<HTMLAnchorElement>('a.button')
  if (link) link.href = `${place}${data.slugs[nearest]}${carried === '' ? '' : `&${carried}`}`
  section.querySelector('[role=status]')?.replaceChildren(data.names[nearest] ?? '')
  draw(map)
}

function follow(map: PinMap): void {
  const { pin, view } = map
  const [right, low] = halfView(map, unitsPerPixel(map) * 0.8)
  view.x = Math.min(Math.max(view.x, pin.x - right), pin.x + right)
  view.y = Math.min(Math.max(view.y, pin.y - low), pin.y + low)
}

function zoomBy(map: PinMap, by: number): void {
  const { width, height, pin, view } = map
  const zoom = Math.min(lastZoom, Math.max(0, view.zoom + by))
  if (zoom === view.zoom) return
  view.zoom = zoom
  // The country is shown whole; nearer, the pin is in the middle.
  ;[view.x, view.y] = zoom === 0 ? [width / 2, height / 2] : [pin.x, pin.y]
  draw(map)
}

interface Touch {
  readonly x: number
  readonly y: number
  readonly fromX: number
  readonly fromY: number
}

function listenToPointer(map: PinMap): void {
  const { svg, view, width, height } = map
  let held: Touch | null = null
  svg.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary) return
    svg.setPointerCapture(event.pointerId)
    held = { x: event.clientX, y: event.clientY, fromX: view.x, fromY: view.y }
  })
  svg.addEventListener('pointermove', (event) => {
    if (held === null || !event.isPrimary) return
    const unit = unitsPerPixel(map)
    view.x = Math.min(width, Math.max(0, held.fromX - (event.clientX - held.x) * unit))
    view.y = Math.min(height, Math.max(0, held.fromY - (event.clientY - held.y) * unit))
    draw(map)
  })
  svg.addEventListener('pointercancel', () => {
    held = null
  })
  svg.addEventListener('pointerup', (event) => {
    if (held === null || !event.isPrimary) return
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) <= tapPixels) tap(map, event, held)
    held = null
  })
}

/** Sets the pin where the map was tapped; what the finger moved it meanwhile is undone. */
function tap(map: PinMap, { clientX, clientY }: PointerEvent, { fromX, fromY }: Touch): void {
  const { svg, view } = map
  ;[view.x, view.y] = [fromX, fromY]
  const box = svg.getBoundingClientRect()
  const unit = unitsPerPixel(map)
  const [right, down] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2]
  setPin(map, view.x + right * unit, view.y + down * unit)
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
}

function listenToKeys(map: PinMap): void {
  const { section, svg, pin } = map
  svg.addEventListener('keydown', (event) => {
    const arrow = arrows[event.key]
    if (arrow !== undefined) {
      const step = (event.shiftKey ? bigStepPixels : stepPixels) * unitsPerPixel(map)
      pin.x += arrow[0] * step
      pin.y += arrow[1] * step
      follow(map)
      setPin(map, pin.x, pin.y)
    } else if (event.key === '+' || event.key === '=') zoomBy(map, 1)
    else if (event.key === '-') zoomBy(map, -1)
    else if (event.key === 'Enter') section.querySelector<HTMLAnchorElement>('a.button')?.click()
    else return
    event.preventDefault()
  })
}

async function open(section: HTMLElement): Promise<void> {
  const svg = section.querySelector('svg')
  const answer = await fetch(section.dataset['map'] ?? '').catch(() => null)
  if (svg !== null && answer?.ok) start(section, svg, await answer.json())
  else section.replaceWith(section.dataset['failed'] ?? '')
}

const section = document.querySelector<HTMLElement>('[data-map]')
if (section !== null) void open(section)
