// Documents: a button at each block of code, which copies it.

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
