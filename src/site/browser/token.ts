const opened = document.querySelector<HTMLElement>('[data-reopens]')?.dataset['reopens']
const token = location.hash.slice(1)

// A reload opens the same page again without repeating the action.
if (opened !== undefined) history.replaceState(null, '', `#${opened}`)
if (token !== '') {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-token]'))
    if (input.value === '') input.value = token
  document.querySelector<HTMLFormElement>('form[data-opens]')?.requestSubmit()
}
