import { encodeQR } from 'qr'
import { describe, expect, test, vi } from 'vitest'
import { findReader, whyNot } from './scan-sheet.tsx'

const TEXT = 'a pass'
const DOT = 8

function aPicture(): ImageData {
  const rows = encodeQR(TEXT, 'raw', { border: 4 })
  const side = rows.length * DOT
  const data = new Uint8ClampedArray(side * side * 4)
  for (let at = 0; at < side * side; at++) {
    const isBlack = rows[Math.floor(at / side / DOT)]?.[Math.floor((at % side) / DOT)]
    data.set(isBlack ? [0, 0, 0, 255] : [255, 255, 255, 255], at * 4)
  }
  return { width: side, height: side, data } as ImageData
}

function aPlatform(formats: string[], detect: () => Promise<{ rawValue: string }[]>): void {
  class Platform {
    static getSupportedFormats = async () => formats
    detect = detect
  }
  vi.stubGlobal('BarcodeDetector', Platform)
}

describe('a code is read', () => {
  test('by the shop’s own reader where the browser has none', async () => {
    expect(await (await findReader())(aPicture())).toBe(TEXT)
  })

  test('by the shop’s own reader where the browser’s knows other codes only', async () => {
    aPlatform(['ean_13'], async () => [{ rawValue: 'by the platform' }])
    expect(await (await findReader())(aPicture())).toBe(TEXT)
  })

  test('by the shop’s own reader where the browser’s fails at each picture', async () => {
    aPlatform(['qr_code'], async () => {
      throw new DOMException('Barcode detection service unavailable.', 'NotSupportedError')
    })
    expect(await (await findReader())(aPicture())).toBe(TEXT)
  })

  test('by the browser’s reader where it works', async () => {
    aPlatform(['qr_code'], async () => [{ rawValue: 'by the platform' }])
    expect(await (await findReader())(aPicture())).toBe('by the platform')
  })
})

test.each([
  ['NotAllowedError', 'This phone does not let the page use its camera.'],
  ['NotFoundError', 'The camera of this phone cannot be used here.'],
])('a camera that ends in %s is replaced by the number', (name, why) => {
  const failure = new DOMException('', name)
  expect(whyNot(failure)).toBe(`${why} Please type the number of the order.`)
})
