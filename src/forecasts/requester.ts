/** Who asks: a client with a key of the limiter's, or the house itself for a place that somebody watches. */
export type Requester = { readonly kind: 'client'; readonly key: string } | { readonly kind: 'watch' }
