import { crc32 } from 'node:zlib'

const [ENTRY, FIXED] = [0x02014b50, 46]

/** The files of a ZIP that compresses nothing, by their names. @throws Error where a sum is wrong */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error(`No entry at ${at}.`)
    const [sum, length] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + FIXED, at + FIXED + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(from, from + length)
    if (crc32(bytes) !== sum) throw new Error(`${name} is damaged.`)
    files.set(name, bytes)
    at += FIXED + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
