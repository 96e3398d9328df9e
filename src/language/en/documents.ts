/** The pages of documents. The documents themselves are Markdown files; these are their short names in lists. */
export const documents = {
  title: 'Documents',
  description: 'How Ayaz works, how to run it, and how to use its API.',
  missing: 'There is no such document',
  navigation: 'Documents',
  contents: 'On this page',
  copy: 'Copy',
  copied: 'Copied',
  groups: {
    use: 'Use the API',
    grow: 'For growers',
    run: 'Run the service',
    method: 'How the score is made',
    develop: 'Develop',
    decisions: 'Decisions'
  },
  /** By the name of the file in `docs/`. */
  names: {
    readme: 'Overview',
    'ten-minutes': 'The API in ten minutes',
    api: 'The API',
    reference: 'API reference',
    problems: 'Problems',
    site: 'Site and widget',
    growers: 'What the score means',
    alerts: 'Alerts',
    channels: 'Channels',
    gateways: 'Short messages and calls',
    stations: 'Thermometers and stations',
    places: 'Places',
    record: 'Record of a place',
    operation: 'Operation',
    operators: 'Operation, in Turkish',
    board: 'Board of a cooperative, in Turkish',
    scaling: 'Scaling',
    configuration: 'Configuration',
    sources: 'Sources',
    science: 'The method',
    verification: 'Verification',
    architecture: 'Architecture',
    design: 'Design of the pages',
    glossary: 'Glossary',
    changelog: 'Changelog'
  }
}
