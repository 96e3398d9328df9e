/** What is wrong with how a page is laid out at the present size of its window, one line each; empty is the aim. */
import type { Page } from 'playwright-core'

/** Spans of hours, days or numbers, and numbers with their unit, that stand on two lines. */
export function brokenSpans(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const whole =
      /\d[\d.:]*–\d[\d.:]*|(?<!\p{L})\p{L}{2,4}–\p{L}{2,4}(?!\p{L})|\d[\d.,:]*[ \u00a0](?:°[CF]|%|km\/h|km|mm|cm|m|hPa|min|dk|sa|h)(?!\p{L})/gu
    const broken = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const node = walker.currentNode as Text
      if (node.parentElement?.checkVisibility() !== true || node.parentElement.closest('textarea, pre'))
        continue
      for (const { 0: text, index } of node.data.matchAll(whole)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + text.length)
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
        if (Math.max(...tops) - Math.min(...tops) > 4) broken.add(`broken: ${text}`)
      }
    }
    return [...broken]
  })
}

/**
 * Measures text that overlaps, is cut or leaves the window, targets under 24 px, buttons that touch each other, and a
 * page that scrolls sideways.
 * Elements of the selector `scrolling` scroll by themselves: of what stands in them only the visible part counts.
 */
export async function layoutFaults(page: Page, scrolling = ':not(*)'): Promise<readonly string[]> {
  const faults = await page.evaluate((scrollers) => {
    interface Box {
      readonly node: Node
      readonly text: string
      readonly rect: DOMRect
    }
    const faults: string[] = []
    // Of each element once: many texts have the same ancestors.
    const clipped = new Map<Element, boolean>()
    const isClipped = (one: Element): boolean => {
      const known = clipped.get(one)
      if (known !== undefined) return known
      const parent = one.parentElement
      const found =
        getComputedStyle(one).clipPath.startsWith('inset(50%') || (parent !== null && isClipped(parent))
      clipped.set(one, found)
      return found
    }
    /** What stays at the foot of the window lies over what scrolls below it. */
    const isFloating = (node: Node): boolean =>
      node.parentElement?.closest('.action-bar, .sheet .actions') != null
    const frames = new Map<Element, DOMRect | null>()
    /** The box that cuts what leaves it at a side; null where nothing is cut. */
    const cuttingFrame = (one: Element): DOMRect | null => {
      let frame = frames.get(one)
      if (frame === undefined) {
        frame = getComputedStyle(one).overflowX === 'visible' ? null : one.getBoundingClientRect()
        frames.set(one, frame)
      }
      return frame
    }
    const cells = new Map<Element, DOMRect | null>()
    /** The box that shows where it ends: it has a ground or a border. */
    const cell = (one: Element): DOMRect | null => {
      let frame = cells.get(one)
      if (frame === undefined) {
        const { backgroundColor, borderRightWidth } = getComputedStyle(one)
        const shows = backgroundColor !== 'rgba(0, 0, 0, 0)' || borderRightWidth !== '0px'
        const parent = one.parentElement
        frame = shows ? one.getBoundingClientRect() : parent === null ? null : cell(parent)
        cells.set(one, frame)
      }
      return frame
    }
    const isHidden = (one: Element): boolean =>
      !one.checkVisibility() ||
      one.closest('.skip, option, textarea, title, noscript') !== null ||
      isClipped(one)
    const shared = (one: DOMRect, other: DOMRect): DOMRect => {
      const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)]
      const right = Math.min(one.right, other.right)
      return new DOMRect(left, top, right - left, Math.min(one.bottom, other.bottom) - top)
    }
    const boxes: Box[] = []
    // Behind a sheet nothing is read or touched.
    const root = document.querySelector('dialog[open]') ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const node = walker.currentNode as Text
      const parent = node.parentElement
      const text = node.data.trim()
      if (text === '' || parent === null || isHidden(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const scroller = parent.closest(scrollers)
      for (const rect of range.getClientRects()) {
        const seen = scroller === null ? rect : shared(rect, scroller.getBoundingClientRect())
        if (seen.width > 1 && seen.height > 1) boxes.push({ node, text, rect: seen })
      }
    }
    const short = (text: string): string => text.slice(0, 30)
    // From the top down, so that a text is compared with no more than what begins above its foot.
    boxes.sort((one, other) => one.rect.top - other.rect.top)
    for (const [index, { node, text, rect }] of boxes.entries()) {
      if (rect.left < -0.5 || rect.right > innerWidth + 0.5) faults.push(`outside: ${short(text)}`)
      const around = node.parentElement === null ? null : cell(node.parentElement)
      if (around !== null && (rect.right > around.right + 1 || rect.left < around.left - 1))
        faults.push(`leaves its cell: ${short(text)}`)
      for (let at = node.parentElement; at !== null && at !== document.body; at = at.parentElement) {
        const frame = cuttingFrame(at)
        if (frame !== null && (rect.right > frame.right + 1 || rect.left < frame.left - 1))
          faults.push(`cut: ${short(text)}`)
      }
      for (let next = index + 1; next < boxes.length; next++) {
        const other = boxes[next]
        if (other === undefined || other.rect.top >= rect.bottom) break
        const width = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left)
        const height = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top)
        // A line of a font is higher than its letters.
        const spare = Math.max(4, 0.08 * Math.max(rect.height, other.rect.height))
        if (other.node !== node && width > 2 && height > spare && isFloating(node) === isFloating(other.node))
          faults.push(`overlap: ${short(text)} | ${short(other.text)}`)
      }
    }
    const pen = document.createElement('canvas').getContext('2d')
    for (const input of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      if (pen === null || isHidden(input)) continue
      const style = getComputedStyle(input)
      // The short form is empty where a part of it has no word there.
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      // At the end of a search box there is the button that empties it.
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
      const room = input.clientWidth - padding - (input.type === 'search' ? 16 : 0)
      if (pen.measureText(input.placeholder).width > room + 1) faults.push(`cut: ${input.placeholder}`)
    }
    for (const one of root.querySelectorAll('a, button, select, summary, input:not([type=hidden])')) {
      if (isHidden(one)) continue
      // A link in a sentence is as high as the sentence's line.
      const words = one.parentElement?.textContent?.trim() ?? ''
      const isInSentence = getComputedStyle(one).display === 'inline' && words !== one.textContent?.trim()
      if (one.tagName === 'A' && isInSentence && one.closest('svg') === null) continue
      const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
      if (width < 23.9 || height < 23.9)
        faults.push(
          `small: ${short(one.getAttribute('aria-label') ?? one.textContent ?? '')} ${width} × ${height}`
        )
    }
    // Of a panel only the border touches: what stands in it has its own room.
    const pressed = [...root.querySelectorAll('button, a.button, .panel')].filter((one) => !isHidden(one))
    const placed = pressed.map((one) => ({ one, frame: one.getBoundingClientRect() }))
    for (const [index, { one, frame }] of placed.entries()) {
      for (const { one: other, frame: next } of placed.slice(index + 1)) {
        const [across, down] = [
          Math.max(next.left - frame.right, frame.left - next.right),
          Math.max(next.top - frame.bottom, frame.top - next.bottom)
        ]
        if (isFloating(one) === isFloating(other) && !one.contains(other) && Math.max(across, down) < 4)
          faults.push(`close: ${short(one.textContent ?? '')} | ${short(other.textContent ?? '')}`)
      }
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) {
      const wide = [...document.querySelectorAll('main *')].filter(
        (one) => one.getBoundingClientRect().right > innerWidth + 1
      )
      const names = wide.slice(0, 4).map((one) => `${one.tagName}.${one.getAttribute('class')}`)
      faults.push(`scrolls sideways: ${scrollWidth} in ${innerWidth}, ${names.join(' ')}`)
    }
    return [...new Set(faults)]
  }, scrolling)
  // With letters twice as large a number may be wider than its cell.
  const lettersPx = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  )
  return lettersPx > 20 ? faults : [...faults, ...(await brokenSpans(page))]
}
