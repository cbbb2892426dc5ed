import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { readPictureFile } from '#contract/products/pictures.ts'
import { LARGE } from './large-picture.ts'
import { CARD, Picture, THUMB } from './picture.tsx'

const NAME = '0123456789abcdef'.repeat(2)
const OURS = `/uploads/${NAME}.webp`

const image = () => screen.getByRole<HTMLImageElement>('img')
const source = () => document.querySelector('source')

function entries(set: string | null | undefined): { url: string; said: string }[] {
  return (set ?? '').split(', ').map((entry) => {
    const [url = '', said = ''] = entry.split(' ')
    return { url, said }
  })
}

describe('a picture of ours', () => {
  test.each([CARD, LARGE])('is offered in widths the shop serves, AVIF first', (use) => {
    render(<Picture url={OURS} use={use} alt="Eggs" />)
    for (const [format, set] of [
      ['avif', source()?.srcset],
      ['webp', image().srcset],
    ] as const) {
      expect(entries(set).length).toBeGreaterThan(1)
      for (const { url, said } of entries(set)) {
        const file = readPictureFile(url.replace('/uploads/', ''))
        expect(file).toEqual({
          name: NAME,
          variant: { width: Number.parseInt(said, 10), format },
        })
        expect(said).toMatch(/^\d+w$/)
      }
    }
    expect(source()?.getAttribute('type')).toBe('image/avif')
    expect([source()?.getAttribute('sizes'), image().getAttribute('sizes')]).not.toContain(null)
    expect(entries(image().srcset).map(({ url }) => url)).toContain(image().getAttribute('src'))
  })

  test('as a thumb is one small file, whatever the screen', () => {
    render(<Picture url={OURS} use={THUMB} alt="Eggs" />)
    expect(source()?.srcset).toBe(`/uploads/${NAME}-160.avif`)
    expect(image().getAttribute('src')).toBe(`/uploads/${NAME}-160.webp`)
    expect([source()?.hasAttribute('sizes'), image().hasAttribute('srcset')]).toEqual([
      false,
      false,
    ])
  })

  test('keeps its place while it loads, and waits until it is near unless it is among the first', () => {
    const { rerender } = render(<Picture url={OURS} use={CARD} alt="Eggs" />)
    const said = (name: string) => image().getAttribute(name)
    expect([said('width'), said('height'), said('decoding')]).toEqual(['400', '300', 'async'])
    expect([said('loading'), said('fetchpriority')]).toEqual(['lazy', null])
    rerender(<Picture url={OURS} use={LARGE} alt="Eggs" isFirst />)
    expect([said('loading'), said('fetchpriority')]).toEqual([null, 'high'])
  })
})

test.each(['https://elsewhere.example/eggs.jpg', `https://elsewhere.example${OURS}`])(
  'a picture of another site, which the pages may not load, is the basket: %s',
  (url) => {
    render(<Picture url={url} use={CARD} alt="Eggs" />)
    expect([image().dataset.placeholder, image().src.includes('basket')]).toEqual(['true', true])
  },
)

test.each(['/eggs.webp', '/uploads/eggs.svg'])('any other of ours is shown as it is: %s', (url) => {
  render(<Picture url={url} use={CARD} alt="Eggs" />)
  expect(image().getAttribute('src')).toBe(url)
  expect([source(), image().getAttribute('srcset'), image().dataset.placeholder]).toEqual([
    null,
    null,
    undefined,
  ])
})

test.each([OURS, '/eggs.webp'])(
  'one that cannot be had gives its place to the basket, another one is tried: %s',
  (url) => {
    const { container, rerender } = render(<Picture url={url} use={CARD} alt="Eggs" />)
    fireEvent.error(image())
    expect([image().dataset.placeholder, image().src.includes('basket')]).toEqual(['true', true])
    fireEvent.error(image())
    expect(image().dataset.placeholder).toBe('true')
    rerender(<Picture url="/uploads/other.jpg" use={CARD} alt="Eggs" />)
    expect(image().getAttribute('src')).toBe('/uploads/other.jpg')
    expect(container.querySelectorAll('img')).toHaveLength(1)
  },
)

test('one that failed before the page woke gives its place as well', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  render(<Picture url={OURS} use={CARD} alt="Eggs" />)
  expect([image().dataset.placeholder, image().src.includes('basket')]).toEqual(['true', true])
})

test('without a picture a drawn basket stands in its place, and says nothing', () => {
  render(<Picture url={null} use={CARD} />)
  const basket = document.querySelector('img')
  expect([basket?.dataset.placeholder, basket?.alt]).toEqual(['true', ''])
  expect(screen.queryByRole('img')).toBeNull()
})
