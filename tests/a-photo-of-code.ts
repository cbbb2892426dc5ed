/** Pixels per module of a code in a photo. */
const MODULE = 6

/** The QR code a page draws, as a camera sees it; null if there is none. */
export function aPhotoOfCode(html: string) {
  const [, drawn] = /<path fill="#000"[^>]* d="([^"]*)"/.exec(html) ?? []
  const [, size] = /viewBox="0 0 (\d+) /.exec(html.slice(html.indexOf('Pickup pass'))) ?? []
  if (!drawn || !size) return null
  const width = Number(size) * MODULE
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, run] of drawn.matchAll(/M(\d+) (\d+)h(\d+)/g))
    darken(data, { x: Number(x), y: Number(y), run: Number(run), width })
  return { width, height: width, data }
}

type Run = { x: number; y: number; run: number; width: number }

function darken(data: Uint8ClampedArray, { x, y, run, width }: Run): void {
  for (let row = y * MODULE; row < (y + 1) * MODULE; row++)
    for (let column = x * MODULE; column < (x + run) * MODULE; column++)
      data.fill(20, (row * width + column) * 4, (row * width + column) * 4 + 3)
}
