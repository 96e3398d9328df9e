import type { Operation } from '../operation.ts'
import { channelsOperation } from './channels.operation.ts'
import { contactOperations } from './contacts.operations.ts'
import { deliveriesOperation } from './deliveries.operation.ts'
import { importOperation } from './import.operation.ts'
import { manageOperations } from './manage.operations.ts'
import { membersOperation } from './members.operation.ts'
import type { AlertOperationDeps } from './parts.ts'
import { subscribeOperation } from './subscribe.operation.ts'
import { webhookOperations } from './webhook.operations.ts'

export function alertOperations(deps: AlertOperationDeps): readonly Operation[] {
  return [
    subscribeOperation(deps),
    channelsOperation(deps.alerts),
    membersOperation(deps),
    importOperation(deps),
    ...manageOperations(deps),
    ...contactOperations(deps),
    deliveriesOperation(deps),
    ...webhookOperations(deps)
  ]
}
