/** The part of Amplify that the product uses, named one by one so that the bundle holds nothing else. */
export { Amplify } from 'aws-amplify'
export { confirmResetPassword, confirmSignIn, fetchAuthSession, resetPassword, signIn, signOut } from 'aws-amplify/auth'
export { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
export { defaultStorage, Hub, sessionStorage } from 'aws-amplify/utils'
