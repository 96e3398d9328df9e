/**
 * Who asks for a forecast: a client with its key of the rate limiter, or the service itself for a watched
 * place.
 */
export type Requester = { readonly kind: 'client'; readonly key: string } | { readonly kind: 'watch' }
