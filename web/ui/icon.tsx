/** Lucide's drawings (ISC), one line each: the first view's script has no room for the library. */
const LINES = {
  basket:
    'm15 11-1 9m5-9-4-7M2 11h20M3.5 11l1.6 7.4a2 2 0 0 0 2 1.6h9.8a2 2 0 0 0 2-1.6l1.7-7.4M4.5 15.5h15M5 11l4-7m0 7 1 9',
  close: 'M18 6 6 18M6 6l12 12',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  search: 'm21 21-4.34-4.34M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
}

type IconProps = Omit<LineIconProps, 'line'> & { name: keyof typeof LINES }

export function Icon({ name, ...look }: IconProps) {
  return <LineIcon line={LINES[name]} {...look} />
}

type LineIconProps = { line: string; className: string; strokeWidth?: number }

export function LineIcon({ line, className, strokeWidth = 2 }: LineIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={line} />
    </svg>
  )
}
