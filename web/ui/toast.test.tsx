import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastList } from './toast-list.tsx'
import {
  carryOpenToast,
  carryToast,
  dismissToast,
  readToasts,
  showCarriedToast,
  TOAST_DURATION,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY,
  toast,
} from './toast-store.ts'

const HAPPY = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

function show(text: Parameters<typeof toast>[0]) {
  render(<ToastList />)
  act(() => toast(text))
}

describe('a toast', () => {
  test('keeps to the constants of the specification', () => {
    expect([TOAST_LIMIT, TOAST_DURATION, TOAST_REMOVE_DELAY]).toEqual([1, 5000, 1_000_000])
  })

  test('shows its title and description, and the next one takes its place', () => {
    show({ title: 'Subscribed!', description: 'Thanks.' })
    expect(screen.getByText('Thanks.')).toBeTruthy()
    act(() => toast({ title: 'Order status updated' }))
    expect(screen.queryByText('Subscribed!')).toBeNull()
    expect(screen.getByText('Order status updated')).toBeTruthy()
  })

  test('leaves after five seconds, not before', () => {
    show({ title: 'Page created' })
    act(() => vi.advanceTimersByTime(4900))
    expect(readToasts()).toMatchObject([{ open: true }])
    act(() => vi.advanceTimersByTime(200))
    expect(readToasts()).toMatchObject([{ open: false }])
  })

  test('is forgotten a million milliseconds after it was let go', () => {
    act(() => toast({ title: 'Page deleted' }))
    const [shown] = readToasts()
    dismissToast(shown?.id ?? 0)
    vi.advanceTimersByTime(999_999)
    expect(readToasts()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(readToasts()).toHaveLength(0)
  })

  test('leads where its news can be read in full, even when it was carried over a page load', () => {
    carryToast({
      title: 'Order Placed Successfully!',
      link: { href: '/o/abc', label: 'See your receipt' },
    })
    render(<ToastList />)
    act(showCarriedToast)
    expect(screen.getByRole('link', { name: 'See your receipt' }).getAttribute('href')).toBe(
      '/o/abc',
    )
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    7,
  ])('never leads away from the shop, whatever stood in the storage: %j', (href) => {
    const carried = {
      title: 'Order Placed Successfully!',
      link: { href, label: 'See your receipt' },
    }
    sessionStorage.setItem('farmstand:toast', JSON.stringify(carried))
    render(<ToastList />)
    act(showCarriedToast)
    expect(screen.getByText('Order Placed Successfully!')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('can be reached with F8', () => {
    show({ title: 'Recipe created' })
    expect(screen.getByRole('region', { name: /F8/ })).toBeTruthy()
  })

  test.each([
    [390, { title: 'Place saved' }, false],
    [390, { title: 'Place not saved', variant: 'destructive' }, true],
    [390, { title: 'Packed', action: { label: 'Undo', run: () => {} } }, true],
    [1280, { title: 'Place saved' }, true],
  ] as const)('at %i px, when the next sheet opens, %j stays: %s', async (width, text, stays) => {
    HAPPY.happyDOM.setViewport({ width })
    show(text)
    const sheet = document.createElement('div')
    sheet.setAttribute('role', 'dialog')
    document.body.append(sheet)
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(readToasts()).toMatchObject([{ ...text, open: stays }])
    sheet.remove()
  })

  test('carried over a page load is shown once', () => {
    carryToast({ title: 'Order Placed Successfully!' })
    showCarriedToast()
    expect(readToasts()).toMatchObject([{ title: 'Order Placed Successfully!' }])
    dismissToast(readToasts()[0]?.id ?? 0)
    showCarriedToast()
    expect(readToasts()).toMatchObject([{ open: false }])
  })

  test('on screen when its reader is sent elsewhere goes along, unless something newer is carried', () => {
    act(() =>
      toast({ title: 'Payment Failed', description: 'Eggs is sold out.', variant: 'destructive' }),
    )
    carryToast({ title: 'Order Placed Successfully!' })
    carryOpenToast()
    showCarriedToast()
    expect(readToasts()).toMatchObject([{ title: 'Order Placed Successfully!' }])
    carryOpenToast()
    dismissToast(readToasts()[0]?.id ?? 0)
    showCarriedToast()
    expect(readToasts()).toMatchObject([{ title: 'Order Placed Successfully!', open: true }])
  })
})
