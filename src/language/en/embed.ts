/** The page that builds the code to embed. */
export const embed = {
  heading: 'Put the widget on your site',
  intro:
    'Tonight’s frost risk for one place, in a frame of your size. No cookies, no tracking, nothing from third parties.',
  place: 'Place',
  unknown: 'There is no place',
  look: 'Theme',
  auto: 'as the device',
  light: 'light',
  dark: 'dark',
  width: 'Width',
  height: 'Height',
  units: 'Units',
  compact: 'Tonight only',
  show: 'Show',
  live: 'Live',
  frame: 'Frame',
  frameNote: 'Works everywhere HTML does. Nothing of ours runs in your page.',
  script: 'One line with automatic height',
  scriptNote: 'The script makes the frame and keeps it as high as its content.',
  copy: 'Copy',
  copied: 'Copied',
  frameTitle: (place: string) => `Frost risk: ${place}`
}
