import type { Catalogue } from '../language/en/registry.ts'
import type { Command } from './command.ts'

/** A command by its name; its code is read when it is asked for, because a small one needs no web server in memory. */
interface NamedCommand {
  /** The name under which summary and usage are in the catalogue. */
  readonly name: keyof Catalogue['cli']['commands']
  readonly load: () => Promise<Command>
}

export const commands: readonly NamedCommand[] = [
  { name: 'serve', load: async () => (await import('./serve.ts')).serveCommand },
  { name: 'setup', load: async () => (await import('./setup.ts')).setupCommand },
  { name: 'frost', load: async () => (await import('./frost.ts')).frostCommand },
  { name: 'places', load: async () => (await import('./places.ts')).placesCommand },
  { name: 'observe', load: async () => (await import('./observe.ts')).observeCommand },
  { name: 'backfill', load: async () => (await import('./weather-command.ts')).backfillCommand },
  { name: 'migrate', load: async () => (await import('./database.ts')).migrateCommand },
  { name: 'backup', load: async () => (await import('./database.ts')).backupCommand },
  { name: 'restore', load: async () => (await import('./database.ts')).restoreCommand },
  { name: 'keys', load: async () => (await import('./keys.ts')).keysCommand },
  { name: 'intakes', load: async () => (await import('./intakes.ts')).intakesCommand },
  { name: 'members', load: async () => (await import('./members.ts')).membersCommand },
  { name: 'mcp', load: async () => (await import('./mcp.ts')).mcpCommand },
  { name: 'subscriptions', load: async () => (await import('./subscriptions.ts')).subscriptionsCommand },
  { name: 'deliveries', load: async () => (await import('./subscriptions.ts')).deliveriesCommand },
  { name: 'audit', load: async () => (await import('./audit.ts')).auditCommand },
  { name: 'test-channel', load: async () => (await import('./test-channel.ts')).testChannelCommand },
  { name: 'test-gateway', load: async () => (await import('./test-channel.ts')).testGatewayCommand },
  { name: 'doctor', load: async () => (await import('./doctor.ts')).doctorCommand }
]
