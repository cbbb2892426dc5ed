/** The name of a customer who was erased. */
export const ERASED_NAME = 'Erased customer'

/** In the place of words that may have named the customer. */
export const ERASED_WORDS = 'Erased with the customer.'
