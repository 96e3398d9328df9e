/** Crops without a row in the crop table, which has the other names. */
export const crops = { generic: 'General (any plant)' }
