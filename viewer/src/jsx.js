// What JSX becomes, see build.mjs: shorter in the page than the calls of preact/jsx-runtime.
export { Fragment, h } from "preact";
