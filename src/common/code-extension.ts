/** Where the program's own modules are, in the source and in the build of `npm run build` alike. */

/** `.ts` where Node strips the types as it loads them, `.js` in the build. */
export const codeExtension = import.meta.url.endsWith('.js') ? '.js' : '.ts'
