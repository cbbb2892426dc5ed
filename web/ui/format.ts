const UNITS = ['KB', 'MB', 'GB', 'TB'] as const
const STEP = 1024

export function formatBytes(bytes: number): string {
  let size = bytes / STEP
  let unit = 0
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP
    unit++
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString('en-US')} ${UNITS[unit]}`
}
