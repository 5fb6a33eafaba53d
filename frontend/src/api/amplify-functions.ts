/** Named exports only, so that the bundle holds no other part of Amplify. */
export { Amplify } from 'aws-amplify'
export { confirmResetPassword, confirmSignIn, fetchAuthSession, resetPassword, signIn, signOut } from 'aws-amplify/auth'
export { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
export { defaultStorage, Hub, sessionStorage } from 'aws-amplify/utils'
