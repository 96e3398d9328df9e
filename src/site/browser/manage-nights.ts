// Why (not) a message: the part of the page without scripts that says so, asked for with the token behind the #.

const token = location.hash.slice(1)

async function showNights(): Promise<void> {
  const section = document.querySelector<HTMLElement>('#manage [data-nights]')
  if (section === null) return
  const body = new URLSearchParams({ token, act: 'look' })
  const answer = await fetch(location.pathname + location.search, { method: 'POST', body })
  const answered = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const nights = answered.querySelector('[data-nights]')
  if (nights !== null) section.replaceWith(nights)
}

if (token !== '') {
  showNights().catch(() => undefined)
  document.addEventListener('alert-changed', () => showNights().catch(() => undefined))
}
