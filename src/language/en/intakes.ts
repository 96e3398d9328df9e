/** What `ayaz intakes` says. */
export const intakes = {
  command: {
    summary: 'secrets by which stations send: make, map, rotate, revoke',
    usage: `ayaz intakes create [--label TEXT] [--unit C|F]
ayaz intakes list
ayaz intakes show ID
ayaz intakes map ID FIELD --location SLUG --kind KIND [--device DEVICE] [--exposure EXPOSURE] [--station NAME]
ayaz intakes rotate ID
ayaz intakes revoke ID
  The operator's intakes (docs/stations.md). A secret is shown once; only its hash is stored. What a station sends is
  listed by "show"; nothing is stored of a field before it is mapped.

  --unit C|F      what the station measures in, whatever its fields are called
  --kind KIND     air_2m or plant; with plant --exposure ground, vine or canopy
  --json          for machines`
  },
  what: 'Say what is to be done: create, list, show, map, rotate or revoke.',
  words: (words: string) => `ayaz intakes does not know "${words}".`,
  unitIs: '--unit is C or F.',
  none: 'There are no intakes. "ayaz intakes create" makes one.',
  unknown: (id: string) => `There is no intake "${id}". "ayaz intakes list" shows them.`,
  secret: (id: string) => `Intake ${id}. The secret is not shown again: type it into the station.`,
  headings: ['id', 'owner', 'unit', 'last contact', 'state', 'label'],
  channelHeadings: ['device', 'field', 'last value', 'unit', 'last heard', 'sensor'],
  refusalHeadings: ['not taken', 'count', 'newest', 'why'],
  active: 'active',
  revoked: (id: string) => `Intake ${id} is revoked.`,
  mapped: (field: string) => `"${field}" is mapped: its readings are stored from now on.`,
  notMapped: 'not mapped'
}
