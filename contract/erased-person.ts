export const ERASED_NAME = 'Erased customer'

export const ERASED_TEXT = 'Erased with the customer.'
