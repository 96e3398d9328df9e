/** Whether a body is what operations take. */
import type { OperationRequest } from './operation.ts'
import type { Problem } from './problem.ts'

/**
 * The listener reads forms for the pages; for an operation a form is of the wrong type. Null where the body is JSON.
 */
export function notJson({ body }: Pick<OperationRequest, 'body'>): Problem | null {
  return body instanceof URLSearchParams
    ? { code: 'unsupported_media_type', detail: 'Send "Content-Type: application/json".' }
    : null
}
