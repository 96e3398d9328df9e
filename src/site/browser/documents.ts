const words = document.querySelector<HTMLElement>('[data-copy]')?.dataset

// Only a page over HTTPS or of this machine may write to the clipboard.
if (words !== undefined && 'clipboard' in navigator) {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'plain'
    button.lang = document.documentElement.lang
    button.setAttribute('aria-live', 'polite')
    button.textContent = words['copy'] ?? ''
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
      button.textContent = words['copied'] ?? ''
    })
    block.append(button)
  }
}

const filter = document.querySelector<HTMLElement>('[data-filter]')
const field = filter?.querySelector('input')
if (filter && field) {
  filter.hidden = false
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/)
    for (const operation of document.querySelectorAll<HTMLElement>('.operation')) {
      const text = `${operation.id} ${operation.querySelector('summary')?.textContent}`.toLowerCase()
      operation.hidden = !words.every((word) => text.includes(word))
    }
  })
}
