import { encodeQR } from 'qr'

/** `size`: of one side, such as `10rem`. */
type QrCodeProps = { text: string; label: string; size: string; className?: string }

/** Dark on white even in dark mode, with the margin that scanners need. */
export function QrCode({ text, label, size, className }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { border: 4, ecc: 'medium' })
  const side = rows.length
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      className={className}
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" shapeRendering="crispEdges" d={rows.map(drawRow).join('')} />
    </svg>
  )
}

function drawRow(row: readonly boolean[], y: number): string {
  const modules = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...modules.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
}
