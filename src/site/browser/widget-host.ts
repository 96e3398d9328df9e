// /widget.js: puts a widget where the script stands and keeps every widget of this site on the page as high as its content.
// <script async src="https://…/widget.js" data-location="malatya" data-lang="tr"></script>
;(() => {
  const self = document.currentScript
  if (!(self instanceof HTMLScriptElement)) return
  const site = new URL(self.src).origin
  const frames = new Set<HTMLIFrameElement>()

  function addressOf(settings: DOMStringMap): string {
    const lang = settings['lang'] === 'en' ? 'en' : 'tr'
    const query = new URLSearchParams({ fit: 'height' })
    for (const name of ['theme', 'units', 'compact', 'crop', 'stage', 'exposure', 'label']) {
      const value = settings[name]
      if (value !== undefined) query.set(name, value)
    }
    if (settings['place'] !== undefined) query.set('location', settings['place'])
    return `${site}/${lang}/widget/${encodeURIComponent(settings['location'] ?? '')}?${query}`
  }

  function put(script: HTMLScriptElement): void {
    if (script.dataset['location'] === undefined || script.dataset['done'] !== undefined) return
    script.dataset['done'] = ''
    const frame = document.createElement('iframe')
    frame.src = addressOf(script.dataset)
    frame.title = script.dataset['title'] ?? 'Ayaz'
    frame.loading = 'lazy'
    frame.width = script.dataset['width'] ?? '360'
    frame.height = '210'
    frame.style.cssText = 'border:0;display:block;max-width:100%'
    // Only what it needs: scripts to renew itself, and windows for its links. It never gets the host's origin.
    frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox')
    script.after(frame)
    frames.add(frame)
  }

  addEventListener('message', (event) => {
    const height = Number(event.data?.ayaz === 'height' ? event.data.height : Number.NaN)
    if (!(height >= 40 && height <= 2000)) return
    for (const frame of frames) {
      if (event.source === frame.contentWindow) frame.style.height = `${height}px`
    }
  })

  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-location]')) {
    if (script.src.startsWith(`${site}/widget.js`)) put(script)
  }
})()
