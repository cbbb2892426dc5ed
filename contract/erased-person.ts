export const ERASED_NAME = 'Erased customer'

export const ERASED_WORDS = 'Erased with the customer.'
