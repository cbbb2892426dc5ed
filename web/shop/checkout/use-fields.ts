import type { ChangeEvent } from 'react'
import { readEarly } from './early-fields.ts'
import { useStored } from './stored-state.ts'

export type FieldName =
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'notes'
  | 'isGift'
  | 'giftTo'
  | 'giftMessage'
  | 'giftPhone'
  | 'giftPrices'
  | 'ifShort'
  | 'pickupName'
  | 'address'
  | 'apartment'
  | 'zipCode'
  | 'city'
  | 'state'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export function useFields(checkoutKey: string) {
  const [typed, change] = useStored('fields', checkoutKey, readEarly)
  return {
    typed: (name: FieldName): string | undefined => typed[name],
    type: (name: FieldName, value: string) => change({ [name]: value }),
    wired: (name: FieldName, known = '') => ({
      name,
      value: typed[name] ?? known,
      onChange: ({ target }: ChangeEvent<Control>) => change({ [name]: target.value }),
    }),
  }
}

export type Fields = ReturnType<typeof useFields>
