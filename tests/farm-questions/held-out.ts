import { formatDollars, times, toCents } from '#contract/money/money.ts'
import {
  admits,
  anyOf,
  costs,
  DELIVERED_FROM,
  type FarmQuestion,
  FEE,
  lists,
  notSold,
  ofCategory,
  productOf,
  says,
  setting,
  stands,
  WINDOWS,
} from './the-farm.ts'

type Facts = FarmQuestion['facts']

const card: Facts = () => [says(/\bcard\b/i)]
const hours: Facts = (farm) => [setting(farm, 'business_hours')]
const address: Facts = (farm) => [setting(farm, 'business_address')]
const phone: Facts = (farm) => [setting(farm, 'contact_phone')]
const windows: Facts = () => WINDOWS
const delivery: Facts = () => [says(/Hot Springs area/i), FEE, DELIVERED_FROM]
const deadline: Facts = () => [says(/For Saturday, [^.]*, order by /)]
const program: Facts = () => [says(/program/i)]
const link: Facts = () => [says(/receipt link/i)]
const page =
  (slug: string): Facts =>
  () => [says(`/pages/${slug}`)]
const unknown: Facts = () => [admits]

/**
 * Written before the examples in `server/features/chat/intents.ts`. Some misses have examples near
 * them since, none word for word: how the helper does with words hardly anybody had in mind.
 */
export const HELD_OUT: readonly FarmQuestion[] = [
  { ask: 'what do you charge for a dozen eggs', facts: (farm) => [costs(farm, 'Farm Fresh Eggs')] },
  { ask: 'yall got any kale', facts: (farm) => [stands(farm, 'Curly Kale')] },
  { ask: 'how much is a jar of pickels', facts: (farm) => [costs(farm, 'Dill Pickles')] },
  {
    ask: 'Could I get 4 bunches of carrots, what does that add up to?',
    facts: (farm) => [
      says(formatDollars(times(toCents(productOf(farm, 'Rainbow Carrots').price), 4))),
    ],
  },
  { ask: 'butternut squash price pls', facts: (farm) => [costs(farm, 'Butternut Squash')] },
  { ask: 'are you out of saurkraut', facts: (farm) => [stands(farm, 'Sauerkraut')] },
  { ask: 'still got potatos?', facts: (farm) => [stands(farm, 'Gold Potatoes')] },
  { ask: 'do you guys carry onion bagels', facts: (farm) => [stands(farm, 'Onion Bagels')] },
  { ask: 'Is the chili rub in stock right now?', facts: (farm) => [stands(farm, 'Smoked Chili')] },
  {
    ask: 'Which bagels do you bake?',
    facts: (farm) => ofCategory(farm, 'Bakery').map(({ name }) => stands(farm, name)),
  },
  { ask: 'what veg have you got', facts: (farm) => [lists(4, ofCategory(farm, 'Vegetables'))] },
  { ask: 'what are you selling this saturday', facts: (farm) => [lists(5, farm.products)] },
  { ask: 'whats in stock', facts: (farm) => [lists(5, farm.products)] },
  { ask: 'show me your product list', facts: (farm) => [lists(5, farm.products)] },
  { ask: 'do you have pumpkins', facts: () => [notSold('pumpkin')] },
  { ask: 'I am looking for a whole turkey', facts: () => [notSold('turkey')] },
  { ask: 'can i buy honey from you', facts: () => [notSold('honey')] },
  { ask: 'anything new in the shop?', facts: (farm) => farm.newNames.map((name) => says(name)) },
  {
    ask: 'what is your least expensive cheese?',
    facts: (farm) => {
      const [first] = ofCategory(farm, 'Farmers Cheese')
        .filter(({ stock }) => stock > 0)
        .sort((one, other) => one.price - other.price)
      return [first ? costs(farm, first.name) : says(/sold out/i)]
    },
  },
  {
    ask: 'anything for under 8 dollars?',
    facts: (farm) => [
      lists(
        1,
        farm.products.filter(({ price }) => price <= 8),
      ),
    ],
  },
  { ask: 'which products are sold out today', facts: () => [says(/sold out/i)] },
  { ask: 'when will you have more duck eggs', facts: (farm) => [stands(farm, 'Duck Eggs')] },
  { ask: 'What are the opening hours of the market?', facts: hours },
  { ask: 'r u open today', facts: hours },
  { ask: 'when do you guys close', facts: hours },
  { ask: 'what is the address of the farm stand', facts: address },
  { ask: 'how do i get there', facts: address },
  { ask: 'where r u', facts: address },
  { ask: 'whats your phone number', facts: phone },
  { ask: 'I need to speak with someone', facts: phone },
  { ask: 'what email can I write to?', facts: (farm) => [setting(farm, 'contact_email')] },
  { ask: 'Where do I pick up my box?', facts: windows },
  { ask: 'what time is pick up on saturday', facts: windows },
  { ask: 'when will my order be ready', facts: windows },
  { ask: 'can a neighbor grab my order for me', facts: () => [says(/someone else may/i)] },
  { ask: 'i cant make it to pickup on saturday', facts: phone },
  { ask: 'how much do you charge for delivery', facts: delivery },
  { ask: 'do you do home delivery', facts: delivery },
  { ask: 'whats the minimum for deliveries', facts: () => [DELIVERED_FROM] },
  {
    ask: 'Do you deliver to Seattle, WA?',
    facts: () => [says(/Hot Springs area/i)],
    never: () => [says(/\byes\b/i)],
  },
  {
    ask: 'can you ship me a box by UPS',
    facts: () => [says(/don’t ship/i), says(/Hot Springs area/i)],
  },
  { ask: 'what forms of payment do you accept', facts: card },
  { ask: 'do you take american express', facts: card },
  { ask: 'can I pay with venmo', facts: card, never: () => [says(/\byes\b/i)] },
  { ask: 'how does ordering work?', facts: () => [says(/cart/i), says(/checkout/i)] },
  { ask: 'do i have to sign up to order', facts: () => [says(/no account/i)] },
  { ask: 'how late can i put in an order for this saturday', facts: deadline },
  { ask: "what's the last day to order", facts: deadline },
  { ask: 'when do orders close', facts: deadline },
  { ask: 'Has my order shipped yet?', facts: link },
  { ask: 'how do I check on my order', facts: link },
  { ask: 'I lost my receipt', facts: () => [anyOf(says(/link/i), admits)] },
  { ask: 'please cancel my order', facts: phone },
  { ask: 'my pickles arrived broken and I want my money back', facts: phone },
  { ask: 'I got the wrong bagels', facts: phone },
  {
    ask: 'how do i get the newsletter',
    facts: () => [says(/newsletter/i), says(/home page/i)],
  },
  { ask: 'take me off your mailing list', facts: () => [says(/unsubscribe/i)] },
  { ask: 'do you share recipes', facts: () => [says(/recipe/i)] },
  { ask: 'am I talking to a person or a machine?', facts: program },
  { ask: 'what can you help me with', facts: program },
  { ask: 'thank you so much', facts: () => [says(/welcome/i)] },
  { ask: 'hey there!', facts: () => [says(/\bask\b|help/i)] },
  { ask: 'what should I do with the quail eggs', facts: () => [says(/boil|three minutes/i)] },
  { ask: 'how long does farmers cheese last', facts: () => [says(/two weeks/i)] },
  { ask: 'should carrots be refrigerated', facts: () => [says(/three weeks in the refriger/i)] },
  { ask: 'is the chili rub very hot?', facts: () => [says(/medium hot/i)] },
  { ask: 'how big is a box of sunflower shoots', facts: () => [says(/five ounces/i)] },
  { ask: 'is there garlic in the ranch mix', facts: () => [says(/Dill Ranch Mix: “[^”]*garlic/)] },
  { ask: 'do the pickled beets have sugar?', facts: () => [says(/Pickled Beets: “[^”]*sugar/)] },
  {
    ask: 'my daughter cant have eggs, what is safe for her',
    facts: () => [says(/Eggs/), says(/can’t promise/)],
    never: () => [says(/\b(?:is|are) safe\b/i)],
  },
  {
    ask: 'are the onion bagels dairy free?',
    facts: () => [says(/Onion Bagels: wheat/i), says(/can’t promise/)],
    never: () => [says(/\byes\b/i)],
  },
  { ask: 'do your chickens go outside', facts: page('how-we-keep-hens') },
  { ask: 'are there fewer eggs in the winter?', facts: page('how-we-keep-hens') },
  { ask: 'do you spray your vegetables', facts: page('our-farm') },
  { ask: 'what can you tell me about your farm', facts: page('our-farm') },
  { ask: 'how long does a refund take', facts: () => [anyOf(says('/pages/refunds'), says(/605/))] },
  { ask: 'do you sell my email address to anybody', facts: page('privacy') },
  {
    ask: 'hi, do you have eggs and where do I pick them up?',
    facts: (farm) => [stands(farm, 'Farm Fresh Eggs'), ...WINDOWS],
  },
  {
    ask: 'How much are the beets? And do you deliver?',
    facts: (farm) => [costs(farm, 'Ruby Beets'), FEE],
  },
  { ask: 'is there a playground for kids', facts: unknown, isUnknown: true },
  { ask: 'can I park my RV at the farm', facts: unknown, isUnknown: true },
  { ask: 'do you take food stamps', facts: unknown, isUnknown: true },
  { ask: 'Do you give farm tours for schools?', facts: unknown, isUnknown: true },
  { ask: 'what breed is your dog', facts: unknown, isUnknown: true },
  { ask: 'Do you have a loyalty program?', facts: unknown, isUnknown: true },
  { ask: 'can you recommend a good dentist in town', facts: unknown, isUnknown: true },
  { ask: 'how old is the farmer', facts: unknown, isUnknown: true },
  { ask: 'do you buy used tractors', facts: unknown, isUnknown: true },
  { ask: 'write me a poem about goats', facts: unknown, isUnknown: true },
]
