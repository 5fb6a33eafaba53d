import type { EntityItem } from 'electrodb'
import { Payment } from '#contract/payment'
import type { TableEntities } from '#data/entities'
import { toReply } from '#data/stored-record'

export const toPayment = (stored: EntityItem<TableEntities['payments']>): Payment => toReply(Payment, stored)
