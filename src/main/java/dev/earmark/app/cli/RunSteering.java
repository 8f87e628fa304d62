package dev.earmark.app.cli;

/** The commands with which a person changes a run that goes on. */
abstract class RunSteering {}
