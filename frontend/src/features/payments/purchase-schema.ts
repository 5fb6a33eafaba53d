import * as z from 'zod/mini'
import { findBrokenPasswordRule } from '#contract/password'
import { PurchaseForm } from '#contract/sign-up'
import { SingleLineText } from '#contract/text-schemas'
import { refusalMessages } from '../../ui/refusal-messages.ts'

const shortest = 6

/**
 * Adds the password rules to the contract's form: below six characters its own message is shown, from six on that of
 * the first broken rule.
 */
export const PurchaseFormSchema = z.safeExtend(PurchaseForm, {
  discountCode: z.optional(SingleLineText.check(z.maxLength(40, { error: refusalMessages['discount-invalid'] }))),
  password: PurchaseForm.shape.password.check(
    z.superRefine((password, context) => {
      const broken = password.length >= shortest ? findBrokenPasswordRule(password) : undefined
      if (broken) context.addIssue({ code: 'custom', message: broken.text })
    }),
  ),
})
