/** Says why nothing is done; answers the status, by default that of wrong usage. */
export function refuse(text: string, status = 64): number {
  console.error(text)
  return status
}
