// /widget.js: puts a widget where the script is, or at the end of the page for a script in its head, and keeps
// every widget of this site on the page as high as its content. <script async src="https://…/widget.js"
// data-location="malatya" data-lang="tr"></script>

declare const titles: Readonly<Record<string, string>>
;(() => {
  const self = document.currentScript
  if (!(self instanceof HTMLScriptElement)) return
  const site = new URL(self.src).origin
  const frames = new Set<HTMLIFrameElement>()
  const untitled = new Set<HTMLIFrameElement>()

  /** As it is set, else the language of the page around it; Turkish where that has no widget. */
  function languageOf(settings: DOMStringMap): string {
    const lang = settings['lang'] ?? document.documentElement.lang.slice(0, 2).toLowerCase()
    return Object.hasOwn(titles, lang) ? lang : 'tr'
  }

  function addressOf(settings: DOMStringMap): string {
    const query = new URLSearchParams({ fit: 'height' })
    for (const name of ['theme', 'units', 'compact', 'crop', 'stage', 'exposure', 'label']) {
      const value = settings[name]
      if (value !== undefined) query.set(name, value)
    }
    if (settings['place'] !== undefined) query.set('location', settings['place'])
    return `${site}/${languageOf(settings)}/widget/${encodeURIComponent(settings['location'] ?? '')}?${query}`
  }

  function put(script: HTMLScriptElement): void {
    if (script.dataset['location'] === undefined || script.dataset['done'] !== undefined) return
    script.dataset['done'] = ''
    const frame = document.createElement('iframe')
    frame.src = addressOf(script.dataset)
    // Until the frame says which place it shows.
    frame.title = script.dataset['title'] ?? titles[languageOf(script.dataset)] ?? ''
    if (script.dataset['title'] === undefined) untitled.add(frame)
    frame.loading = 'lazy'
    frame.width = script.dataset['width'] ?? '360'
    frame.height = '210'
    frame.style.cssText = 'border:0;display:block;max-width:100%'
    // Only what it needs: scripts to renew itself, and windows for its links. It never gets the host's origin.
    frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox')
    insert(frame, script)
    frames.add(frame)
  }

  /** A frame in the head would not be shown. */
  function insert(frame: HTMLIFrameElement, script: HTMLScriptElement): void {
    if (script.closest('head') === null) script.after(frame)
    else if (document.readyState === 'loading')
      addEventListener('DOMContentLoaded', () => document.body.append(frame))
    else document.body.append(frame)
  }

  addEventListener('message', (event) => {
    const height = Number(event.data?.ayaz === 'height' ? event.data.height : Number.NaN)
    if (!(height >= 40 && height <= 2000)) return
    for (const frame of frames) {
      if (event.source !== frame.contentWindow) continue
      frame.style.height = `${height}px`
      const { title } = event.data
      if (untitled.has(frame) && typeof title === 'string') frame.title = title.slice(0, 200)
    }
  })

  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-location]')) {
    if (script.src.startsWith(`${site}/widget.js`)) put(script)
  }
})()
