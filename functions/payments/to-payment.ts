import type { EntityItem } from 'electrodb'
import { Payment } from '#contract/payments'
import type { Entities } from '#data/entities'
import { toReply } from '#data/record'

export const toPayment = (stored: EntityItem<Entities['payments']>): Payment => toReply(Payment, stored)
