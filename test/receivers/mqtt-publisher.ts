/** A process of its own that delivers one message by MQTT and then waits to be killed, as a crash would. */
import { mqttKind } from '../../src/channels/mqtt/channel.ts'
import { deliveryContext, frostMessage } from '../contracts/channels/message.ts'
import { openTestDeps } from '../contracts/channels/parts.ts'

const { deps } = openTestDeps()
const { channel } = await mqttKind.configure({ MQTT_URL: process.argv[2] }).open(deps)
const outcome = await channel.deliver(frostMessage(), { topic: 'frost/alerts/crashing' }, deliveryContext())
process.stdout.write(`${outcome.outcome}\n`)
