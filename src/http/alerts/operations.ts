/** The operations of alerts. */
import type { Operation } from '../operation.ts'
import { channelsOperation } from './channels.operation.ts'
import { deliveriesOperation } from './deliveries.operation.ts'
import { manageOperations } from './manage.operations.ts'
import type { AlertOperationParts } from './parts.ts'
import { subscribeOperation } from './subscribe.operation.ts'

export function alertOperations(parts: AlertOperationParts): readonly Operation[] {
  return [
    subscribeOperation(parts),
    channelsOperation(parts.alerts),
    ...manageOperations(parts),
    deliveriesOperation(parts)
  ]
}
