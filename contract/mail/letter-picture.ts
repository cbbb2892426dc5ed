export type PictureLine = { productId: number; alt: string }

const LINE = /^\[picture ([1-9]\d{0,8}): ([^\]]+)\]$/

export function readPictureLine(line: string): PictureLine | null {
  const [, digits, alt] = LINE.exec(line) ?? []
  return digits && alt ? { productId: Number(digits), alt: alt.trim() } : null
}

export function writePictureLine({ id, name }: { id: number; name: string }): string {
  return `[picture ${id}: ${name.replace(/[[\]\s]+/g, ' ').trim()}]`
}
